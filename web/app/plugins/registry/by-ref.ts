/** Keys a glob's modules by plugin ref: '../cms.text/render.tsx' is 'cms.text'. */
export function byRef<T>(modules: Record<string, T>): Map<string, T> {
  return new Map(Object.entries(modules).map(([path, module]) => [path.split('/')[1] as string, module]));
}
