// This script bundles one file of the web page: `node frontend/build_page.mjs ENTRY OUT
// DEFINES`. DEFINES is a JSON object with the names and values that the site's build sets in
// the file.

import { writeFile } from "node:fs/promises";
import { basename } from "node:path";

import { build } from "esbuild";

import { COMMON, nameOwners, shorten } from "./build.mjs";

/** Entry files that a browser does not load as modules. */
const CLASSIC = ["guard.ts", "guard_lite.ts", "service_worker.ts"];
/**
 * Entry files that older browsers must run too, to show people which browser the page needs.
 */
const SEEN_BY_ALL = ["guard.ts", "guard_lite.ts"];

/**
 * Plugin that leaves out the front end of the board. The page loads the front end from a
 * separate file, which is the same as in notebooks, at the address WIDGET.
 */
const leaveOutBoard = (address) => ({
  name: "leave out board",
  setup({ onResolve }) {
    onResolve({ filter: /\/board\/board\.ts$/ }, () => ({ path: address, external: true }));
  },
});

const [entry, outfile, defines = "{}"] = process.argv.slice(2);
const { WIDGET, ...known } = JSON.parse(defines);
const isForNode = basename(entry) === "prepare.ts";

const { metafile, outputFiles } = await build({
  ...COMMON,
  define: Object.fromEntries(
    Object.entries(known).map(([name, value]) => [name, JSON.stringify(value)]),
  ),
  entryPoints: [entry],
  format: CLASSIC.includes(basename(entry)) ? "iife" : "esm",
  metafile: true,
  minify: !isForNode,
  outfile,
  ...(SEEN_BY_ALL.includes(basename(entry)) ? { target: "es2018" } : {}),
  platform: isForNode ? "node" : "browser",
  plugins: [...COMMON.plugins, ...(WIDGET ? [leaveOutBoard(WIDGET)] : [])],
  write: false,
});
const [{ text }] = outputFiles;
const script = isForNode || outfile.endsWith(".css") ? text : await shorten(text);
await writeFile(outfile, await nameOwners(script, Object.keys(metafile.inputs)));
