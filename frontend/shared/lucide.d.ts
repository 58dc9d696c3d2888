// Each icon of Lucide is a module of its own, whose types lie elsewhere in the package.
declare module "lucide/dist/esm/icons/*.mjs" {
  const icon: [tag: string, attributes: Record<string, string | number>][];
  export default icon;
}
