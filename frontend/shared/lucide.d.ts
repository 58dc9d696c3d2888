// Each Lucide icon is a module of its own, but the types are elsewhere in the package.
declare module "lucide/dist/esm/icons/*.mjs" {
  const icon: [tag: string, attributes: Record<string, string | number>][];
  export default icon;
}
