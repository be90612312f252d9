import { appLabel } from '../../../../api/publish/labels.ts';
import { readPlace, subhostOrigin, type Isolation } from '../../../../api/publish/place.ts';

interface PublishSettings {
  readonly publishOrigin: string;
  readonly isolation: 'auto' | Isolation;
}

/**
 * Where the frame of an app's page goes at once: the host that is the app's own, when the installation has such
 * hosts (design 7). By way of the shared host the frame would be opaque, and the app could not reach its own data.
 */
export function appFrameUrl(appId: string, mainOrigin: string, settings: PublishSettings): string {
  const place = readPlace({ ...settings, baseUrl: mainOrigin });
  const origin =
    place.isolation === 'subhost' ? subhostOrigin(place, appLabel(appId)) : settings.publishOrigin;
  return `${origin}/a/${encodeURIComponent(appId)}/`;
}
