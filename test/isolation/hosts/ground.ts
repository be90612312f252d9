import { draftLabel } from '../../../api/publish/labels.ts';
import type { PublishConfig } from '../../../api/publish/place.ts';
import { startPublishServer, type PublishServer } from '../../support/publish-server.ts';
import { RecordingPlane } from '../../support/recording-plane.ts';

export const SECRET = 'victim-secret';
export const TOKEN = 'secret-token';
/** Custom hosts of the victim's form, the second one in another script. */
export const CUSTOM = 'forms.example.org';
export const UNICODE = 'xn--frmular-90a.example.org';
export const DRAFT_LABEL = draftLabel(TOKEN);

const VICTIM = {
  'index.html': `<!doctype html><title>${SECRET}</title>`,
  'secret.js': `export const secret = '${SECRET}';`,
  'art.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'tool.exe': 'MZ',
};

/** The apps `attacker` and `victim`, the removed app `past`, a draft of the victim's, the forms `bait` and `survey`. */
export async function startHosts(
  isolation: PublishConfig['isolation'],
  trustProxy = false,
): Promise<PublishServer> {
  const server = await startPublishServer(new RecordingPlane(), isolation, undefined, undefined, trustProxy);
  server.sites.publish('attacker', { 'index.html': '<p>attacker' }, 'model M { t String }');
  server.sites.publish('victim', VICTIM, 'model M { t String }');
  server.sites.remove('past');
  const survey = [{ id: 'survey' }, { slug: 'lunch' }, { customHost: CUSTOM }, { customHost: UNICODE }];
  for (const address of survey) server.sites.publishProject(address, 'survey', VICTIM['index.html']);
  for (const address of [{ id: 'bait' }, { slug: 'bait' }])
    server.sites.publishProject(address, 'bait', '<p>bait');
  server.sites.saveDraft(TOKEN, 3, 'draft1', VICTIM, 'model M { t String }');
  return server;
}
