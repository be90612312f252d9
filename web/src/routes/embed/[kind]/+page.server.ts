import { EMBED_ORIGINS, PUBLISH_ISOLATION, PUBLISH_ORIGIN } from '$app/env/private';
import { isKindId, type KindId } from '@platform/api/content/kinds.ts';
import { createAddresses } from '@platform/api/publish/addresses.ts';
import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';

interface StudioData {
  readonly kind: KindId;
  /** Origins that may drive the Studio. */
  readonly origins: readonly string[];
  /** Address of the empty page that documents are rendered in; `*` stands for a label of the Studio's own. */
  readonly frame: string;
}

export const load: PageServerLoad = ({ params, url }): StudioData => {
  if (!isKindId(params.kind)) error(404, 'There is no Studio for this kind.');
  return {
    kind: params.kind,
    origins: [...new Set([url.origin, ...EMBED_ORIGINS])],
    frame: createAddresses({
      publishOrigin: PUBLISH_ORIGIN,
      isolation: PUBLISH_ISOLATION,
      baseUrl: url.origin,
    }).studioFrame,
  };
};
