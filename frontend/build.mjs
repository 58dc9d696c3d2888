// Bundles the front ends of the widgets: `node frontend/build.mjs`, with `--watch` again
// after every change, then with source maps.
//
// anywidget hands a script to the browser as a blob, in which imports do not resolve, so
// each widget gets one script and one style sheet, in tictactoe_widget/static/.

import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { context } from "esbuild";
import { minify } from "terser";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STATIC = join(ROOT, "tictactoe_widget/static");
const WIDGETS = ["board", "matchboxes", "search", "standings"];
/** What the bundles bring of others: its package of npm, its name and its license. */
const OTHERS = [
  ["lucide", "Icons: Lucide (ISC, MIT)"],
  ["lit-html", "Templates: lit-html (BSD-3-Clause)"],
];
/** Name of the file beside the scripts that has the license of a package. */
const licenseFile = (name) => `LICENSE-${name}.txt`;

/** Options of esbuild that every bundle of this project has, those of the web page too. */
export const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  // A browser keeps a text with other characters in two bytes each. What is written in a
  // template of lit-html itself, not in a value of it, cannot be escaped.
  charset: "ascii",
  legalComments: "none",
  logLevel: "info",
  minify: true,
  preserveSymlinks: true, // else packages would have no owner where node_modules is a link
  target: "es2022",
};

// A page makes a front end once, however many boards it shows and although anywidget
// imports the script for each: a browser never frees what a module has made. A changed
// script has another digest, so that live reload replaces the front end.
const ONCE = {
  format: "esm",
  banner: { js: "function make() {" },
  footer: {
    js: `}
export default globalThis[Symbol.for("tictactoe_widget DIGEST")] ??= make();`,
  },
};

/** What a bundle ends with: the name of its front end, which the function around it returns. */
const EXPORTED = /export\{([\w$]+) as default\};/;

/**
 * Shorten a script that esbuild has minified: Terser also inlines what is used once, and gives
 * short names so that a script compresses well.
 */
async function shorten(script) {
  const { code } = await minify(script, {
    // Fewer joined and inlined statements compress better.
    compress: { inline: 1, passes: 3, sequences: false },
    ecma: 2022,
    format: { ascii_only: true },
    module: true,
  });
  return code;
}

/** Return the digest of a text or of bytes. */
function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}

/** Return the license of a package, which goes with every copy of it. */
const readLicense = (name) => readFile(join(ROOT, "node_modules", name, "LICENSE"), "utf-8");

/**
 * Name, in front of a script, the owners of what it brings of others.
 *
 * @param inputs paths of the files that the script is made of
 */
export async function nameOwners(script, inputs) {
  const found = OTHERS.filter(([name]) =>
    inputs.some((path) => path.startsWith(`node_modules/${name}/`)),
  );
  if (!found.length) return script;
  const said = found.map(async ([name, what]) => {
    const owners = (await readLicense(name))
      .match(/(?<=^Copyright \(c\) )[^.\n]*/gm)
      .join("; ");
    return `${what}, (c) ${owners}: ${licenseFile(name)}`;
  });
  return `/*! ${(await Promise.all(said)).join(" | ")} */\n${script}`;
}

/** Return the digest of every file of ours that a build read, by its path. */
async function digestSources(inputs) {
  // A source archive brings no packages; package.json says of which version they are.
  const ours = Object.keys(inputs).filter((path) => !path.startsWith("node_modules/"));
  const paths = [...ours, "frontend/build.mjs", "package.json", "tsconfig.json"];
  const read = async (path) => [path, sha256(await readFile(join(ROOT, path)))];
  return Object.fromEntries(await Promise.all(paths.sort().map(read)));
}

/** Plugin that writes what was built, and of a release which sources it was built from. */
function writer(isRelease) {
  return {
    name: "writer",
    setup(build) {
      build.onEnd(async ({ errors, metafile, outputFiles }) => {
        if (errors.length) return;
        await rm(join(STATIC, "sources.json"), { force: true });
        await mkdir(STATIC, { recursive: true });
        const made = await Promise.all(
          outputFiles.map(async ({ path, text }) => {
            const { inputs } = metafile.outputs[relative(ROOT, path)];
            const bundle = text.replace(EXPORTED, "return $1;");
            const isShortened = isRelease && path.endsWith(".js");
            const short = isShortened ? await shorten(bundle) : bundle;
            const script = await nameOwners(short, Object.keys(inputs));
            const digest = sha256(script).slice(0, 16);
            return [
              basename(path),
              script.replace("tictactoe_widget DIGEST", `tictactoe_widget ${digest}`),
            ];
          }),
        );
        for (const [name] of OTHERS) made.push([licenseFile(name), await readLicense(name)]);
        for (const [name, text] of made) await writeFile(join(STATIC, name), text);
        if (!isRelease) return;
        const sources = await digestSources(metafile.inputs);
        const stamp = { made: made.map(([name]) => name).sort(), sources };
        await writeFile(join(STATIC, "sources.json"), `${JSON.stringify(stamp, null, 1)}\n`);
      });
    },
  };
}

/** Bundle the front ends of the widgets; go on doing so while their sources change. */
async function buildWidgets({ watch = false } = {}) {
  const bundler = await context({
    ...COMMON,
    ...ONCE,
    entryPoints: WIDGETS.flatMap((name) =>
      ["ts", "css"].map((kind) => ({ in: `frontend/${name}/${name}.${kind}`, out: name })),
    ),
    metafile: true,
    outdir: STATIC,
    plugins: [writer(!watch)],
    sourcemap: watch ? "inline" : false,
    write: false,
  });
  if (watch) return bundler.watch();
  await bundler.rebuild();
  await bundler.dispose();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildWidgets({ watch: process.argv.includes("--watch") });
}
