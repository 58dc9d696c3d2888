// Each icon of Lucide is a separate module, with its types elsewhere in the package.
declare module "lucide/dist/esm/icons/*.mjs" {
  const icon: [tag: string, attributes: Record<string, string | number>][];
  export default icon;
}
