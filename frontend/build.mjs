// This script bundles the front ends of the widgets: `node frontend/build.mjs`. With `--watch`,
// it bundles them again after every change, and adds source maps.
//
// anywidget passes a script to the browser as a blob, in which imports don't work. Each widget
// therefore gets one script and one style sheet in tictactoe_widget/static/. The board also has
// a second script, which includes its own styles.

import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { context } from "esbuild";
import { minify } from "terser";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STATIC = join(ROOT, "tictactoe_widget/static");
/** Folder of the sources of each script and its style sheet, by the name of the script. */
const BUNDLES = {
  board: "board",
  matchboxes: "matchboxes",
  search: "search",
  sheets: "board",
  standings: "standings",
};
/** Scripts that include their styles. */
const WITH_STYLES = ["sheets"];
/** Folder of each npm package in the bundles, with a text that gives its name and license. */
const OTHERS = [
  ["lucide", "Icons: Lucide (ISC, MIT)"],
  ["lit-html", "Templates: lit-html (BSD-3-Clause)"],
];
/** Folder of each npm package that only scripts of the web page contain, with a text. */
const OTHERS_ON_PAGE = [["uqr", "QR codes: uqr (MIT)"]];
/** Return the name of the file, next to the scripts, that contains a package's license. */
const licenseFile = (name) => `LICENSE-${name}.txt`;

/** Pattern that matches `light-dark()` and its two colours. */
const LIGHT_DARK = /light-dark\(((?:[^(),]|\([^()]*\))+),\s*((?:[^()]|\([^()]*\))+)\)/g;
/**
 * Pattern that matches a property with a mixture of two colours. The groups are the property,
 * the first colour, its share, and the second colour.
 */
const MIXED =
  /([\w-]+):\s*color-mix\(in \w+, ((?:[^(), ]|\([^()]*\))+) ([^,]+), ((?:[^()]|\([^()]*\))+)\);/g;
const CANNOT_MIX = "@supports not (color: color-mix(in srgb, red, red))";

/** Return the colour that has the greater share of a mixture. */
const pickColour = (first, share, second) =>
  Number.parseInt(share, 10) >= 50 ? first : second;

/**
 * Rewrite a style sheet for browsers that don't support `light-dark()` or `color-mix()`.
 *
 * An element with `color-scheme` sets `--ttt-light` and `--ttt-dark`. One of these properties
 * is empty and the other is invalid, so that the alternative to the invalid one applies.
 * Instead of a mixture, an older browser shows the colour with the greater share in the
 * mixture.
 */
const suitOlderBrowsers = (style) =>
  style
    .replace(
      MIXED,
      (all, property, first, share, second) =>
        `${all} ${CANNOT_MIX} { ${property}: ${pickColour(first, share, second)}; }`,
    )
    .replace(LIGHT_DARK, "var(--ttt-light, $1) var(--ttt-dark, $2)");

/** Plugin that rewrites all style sheets for older browsers. */
const OLDER_BROWSERS = {
  name: "suit older browsers",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: suitOlderBrowsers(await readFile(path, "utf-8")),
      loader: "css",
    }));
  },
};

/**
 * Options of esbuild for every bundle of this project, including the bundles of the web page.
 */
export const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  // If a script contains non-ASCII characters, a browser stores every character in two bytes.
  // In lit-html templates, only values can be escaped, not the text of the template itself.
  charset: "ascii",
  legalComments: "none",
  logLevel: "info",
  minify: true,
  plugins: [OLDER_BROWSERS],
  // If node_modules is a link, this option is needed to find the owners of packages.
  preserveSymlinks: true,
  // Oldest browsers that support container queries and DecompressionStream (see
  // docs/versions.md).
  target: ["es2022", "chrome105", "firefox113", "safari16.4"],
};

// anywidget imports the script for each board, and a browser never frees the results of a
// module. A page therefore makes a front end only once, for all of its boards. A changed script
// has a different digest, so that live reload replaces the front end.
const ONCE = {
  format: "esm",
  banner: { js: "function make() {" },
  footer: {
    js: `}
export default globalThis[Symbol.for("tictactoe_widget DIGEST")] ??= make();`,
  },
};

/**
 * Pattern for the end of a bundle, with the name of the front end. The function around the
 * bundle returns this front end.
 */
const EXPORTED = /export\{([\w$]+) as default\};/;

/**
 * Shorten a script that esbuild has minified. Terser also inlines code that is used only once,
 * and picks short names with which the script compresses well.
 */
export async function shorten(script) {
  const { code } = await minify(script, {
    // A script compresses better if fewer statements are joined and inlined.
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

/** Shorten the values of custom properties, which esbuild doesn't change. */
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

/** Return a package's license, which must accompany every copy of the package. */
const readLicense = (name) => readFile(join(ROOT, "node_modules", name, "LICENSE"), "utf-8");

/**
 * Return a script that begins with a list of the owners of bundled packages.
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

/** Return the digest of each project file that a build has read, by path. */
async function digestSources(inputs) {
  // A source archive doesn't include the npm packages. Their versions are in package.json.
  const ours = Object.keys(inputs).filter((path) => !path.startsWith("node_modules/"));
  const paths = [...ours, "frontend/build.mjs", "package.json", "tsconfig.json"];
  const read = async (path) => [path, sha256(await readFile(join(ROOT, path)))];
  return Object.fromEntries(await Promise.all(paths.sort().map(read)));
}

/** Plugin that writes the results and, for a release, a list of the sources. */
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

/**
 * Bundle the front ends of the widgets. If `watch` is true, bundle them again after every
 * change.
 */
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
