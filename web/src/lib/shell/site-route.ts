const GROUP = '/(site)';

/**
 * A route of the site by its address, as `/apps/[id]`; all of them stand in one group, which shares the frame of the site.
 * @param id as SvelteKit names it; '' is answered where it names none
 */
export function siteRoute(id: string | null | undefined): string {
  if (id === null || id === undefined) return '';
  return id.startsWith(GROUP) ? id.slice(GROUP.length) || '/' : id;
}
