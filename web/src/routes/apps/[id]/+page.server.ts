import { PUBLISH_ISOLATION, PUBLISH_ORIGIN } from '$app/env/private';
import { appFrameUrl } from '#lib/server/app-frame.ts';
import type { PageServerLoad } from './$types';

/** Only the server knows how this installation keeps apps apart. */
export const load: PageServerLoad = ({ params, url }) => ({
  frameUrl: appFrameUrl(params.id, url.origin, {
    publishOrigin: PUBLISH_ORIGIN,
    isolation: PUBLISH_ISOLATION,
  }),
});
