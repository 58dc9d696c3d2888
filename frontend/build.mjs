// Bundles the front ends of the widgets: `node frontend/build.mjs`, with `--watch` again
// after every change, then with source maps.
//
// anywidget hands a script to the browser as a blob, in which imports do not resolve, so
// each widget gets one script and one style sheet, in tictactoe_widget/static/. The board has a
// second script, which includes its styles.

import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { context } from "esbuild";
import { minify } from "terser";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STATIC = join(ROOT, "tictactoe_widget/static");
/** The scripts with their style sheets, by the folders of their sources. */
const BUNDLES = {
  board: "board",
  matchboxes: "matchboxes",
  search: "search",
  sheets: "board",
  standings: "standings",
};
/** Scripts that include their styles. */
const WITH_STYLES = ["sheets"];
/** An npm package in the bundles: its folder, its name and its license. */
const OTHERS = [
  ["lucide", "Icons: Lucide (ISC, MIT)"],
  ["lit-html", "Templates: lit-html (BSD-3-Clause)"],
];
/** Those in scripts of the web page only. */
const OTHERS_ON_PAGE = [["uqr", "QR codes: uqr (MIT)"]];
/** Name of the file next to the scripts with the license of a package. */
const licenseFile = (name) => `LICENSE-${name}.txt`;

/** Matches the two colours in `light-dark()`. */
const LIGHT_DARK = /light-dark\(((?:[^(),]|\([^()]*\))+),\s*((?:[^()]|\([^()]*\))+)\)/g;
/** Matches a property that mixes two colours, the share of the first, and both colours. */
const MIXED =
  /([\w-]+):\s*color-mix\(in \w+, ((?:[^(), ]|\([^()]*\))+) ([^,]+), ((?:[^()]|\([^()]*\))+)\);/g;
const CANNOT_MIX = "@supports not (color: color-mix(in srgb, red, red))";

/** Return the colour that has the greater share of a mixture. */
const pickColour = (first, share, second) =>
  Number.parseInt(share, 10) >= 50 ? first : second;

/**
 * Write a style sheet so that browsers understand it that lack `light-dark()` or `color-mix()`.
 *
 * An element with `color-scheme` sets `--ttt-light` and `--ttt-dark`. One of them is empty, and
 * the other invalid, so that its alternative counts. In place of a mixture, an older browser
 * shows the colour that has the greater share of it.
 */
const suitOlderBrowsers = (style) =>
  style
    .replace(
      MIXED,
      (all, property, first, share, second) =>
        `${all} ${CANNOT_MIX} { ${property}: ${pickColour(first, share, second)}; }`,
    )
    .replace(LIGHT_DARK, "var(--ttt-light, $1) var(--ttt-dark, $2)");

/** Plugin that writes all style sheets in this way. */
const OLDER_BROWSERS = {
  name: "suit older browsers",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: suitOlderBrowsers(await readFile(path, "utf-8")),
      loader: "css",
    }));
  },
};

/** Options of esbuild for every bundle of this project, including those of the web page. */
export const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  // A browser keeps a text with other characters in two bytes each. Text in a template of
  // lit-html itself, not in one of its values, cannot be escaped.
  charset: "ascii",
  legalComments: "none",
  logLevel: "info",
  minify: true,
  plugins: [OLDER_BROWSERS],
  preserveSymlinks: true, // otherwise packages would have no owner if node_modules is a link
  // The oldest browsers with container queries and DecompressionStream: see docs/versions.md.
  target: ["es2022", "chrome105", "firefox113", "safari16.4"],
};

// A page makes a front end once, for all of its boards, although anywidget imports the script
// for each board: a browser never frees the results of a module. A changed script has another
// digest, so that live reload replaces the front end.
const ONCE = {
  format: "esm",
  banner: { js: "function make() {" },
  footer: {
    js: `}
export default globalThis[Symbol.for("tictactoe_widget DIGEST")] ??= make();`,
  },
};

/** End of a bundle: the name of its front end, which the function around it returns. */
const EXPORTED = /export\{([\w$]+) as default\};/;

/**
 * Shorten a script that esbuild has minified. Terser also inlines code that is used once, and
 * picks short names so that a script compresses well.
 */
export async function shorten(script) {
  const { code } = await minify(script, {
    // With fewer joined and inlined statements, a script compresses better.
    compress: {
      inline: 1,
      keep_fargs: false,
      passes: 3,
      sequences: false,
      unsafe_arrows: true,
    },
    ecma: 2022,
    format: { ascii_only: true },
    module: true,
  });
  return code;
}

/** Shorten the values of custom properties, which esbuild leaves as they are. */
function shortenStyles(styles) {
  return styles.replace(/--[\w-]+: [^;}]+/g, (declaration) =>
    declaration
      .replace(/: /, ":")
      .replace(/, /g, ",")
      .replace(/\( | \)/g, (bracket) => bracket.trim())
      .replace(/#([0-9a-f])\1([0-9a-f])\2([0-9a-f])\3\b/g, "#$1$2$3"),
  );
}

/** Return the digest of a text or of bytes. */
function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}

/** Return the license of a package, which accompanies every copy of it. */
const readLicense = (name) => readFile(join(ROOT, "node_modules", name, "LICENSE"), "utf-8");

/**
 * List the owners of bundled packages in front of a script.
 *
 * @param inputs paths of the files in the script
 */
export async function nameOwners(script, inputs) {
  const found = [...OTHERS, ...OTHERS_ON_PAGE].filter(([name]) =>
    inputs.some((path) => path.startsWith(`node_modules/${name}/`)),
  );
  if (!found.length) return script;
  const said = found.map(async ([name, what]) => {
    const owners = (await readLicense(name))
      .match(/(?<=^Copyright \(c\) )[^.<\n]*/gm)
      .map((owner) => owner.trim())
      .join("; ");
    return `${what}, (c) ${owners}: ${licenseFile(name)}`;
  });
  return `/*! ${(await Promise.all(said)).join(" | ")} */\n${script}`;
}

/** Return the digest of every file of ours that a build read, by its path. */
async function digestSources(inputs) {
  // A source archive includes no packages, and package.json has their version.
  const ours = Object.keys(inputs).filter((path) => !path.startsWith("node_modules/"));
  const paths = [...ours, "frontend/build.mjs", "package.json", "tsconfig.json"];
  const read = async (path) => [path, sha256(await readFile(join(ROOT, path)))];
  return Object.fromEntries(await Promise.all(paths.sort().map(read)));
}

/** Plugin that writes the results and, for a release, the sources that it was built from. */
function writer(isRelease) {
  return {
    name: "writer",
    setup(build) {
      build.onEnd(async ({ errors, metafile, outputFiles }) => {
        if (errors.length) return;
        await rm(join(STATIC, "sources.json"), { force: true });
        await mkdir(STATIC, { recursive: true });
        const included = WITH_STYLES.map((name) => join(STATIC, `${name}.css`));
        const styles = Object.fromEntries(outputFiles.map(({ path, text }) => [path, text]));
        const files = outputFiles.filter(({ path }) => !included.includes(path));
        const made = await Promise.all(
          files.map(async ({ path, text }) => {
            const { inputs } = metafile.outputs[relative(ROOT, path)];
            const style = shortenStyles(styles[path.replace(/js$/, "css")].trim());
            const bundle = text
              .replace(EXPORTED, "return $1;")
              .replace("replaceSync(STYLES)", () => `replaceSync(${JSON.stringify(style)})`);
            const shortenKind = path.endsWith(".js") ? shorten : shortenStyles;
            const short = isRelease ? await shortenKind(bundle) : bundle;
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

/** Bundle the front ends of the widgets, again and again while their sources change. */
async function buildWidgets({ watch = false } = {}) {
  const bundler = await context({
    ...COMMON,
    ...ONCE,
    entryPoints: Object.entries(BUNDLES).flatMap(([name, folder]) =>
      ["ts", "css"].map((kind) => ({ in: `frontend/${folder}/${name}.${kind}`, out: name })),
    ),
    metafile: true,
    outdir: STATIC,
    plugins: [...COMMON.plugins, writer(!watch)],
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
