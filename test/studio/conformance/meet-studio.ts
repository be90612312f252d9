import { brief, RuleBroken } from './rule.ts';
import { samplesOf, type Samples } from './samples.ts';
import { CannotRun, type Lane } from './session.ts';

/**
 * Opens the Studio once and asks what it is.
 * @returns documents of its vertical
 * @throws CannotRun with what is in the way, when this is no Studio that the host can speak to
 */
export async function meetStudio(url: string, lane: Lane, hostOrigin: string): Promise<Samples> {
  const policy = await loadPage(url);
  try {
    const studio = await lane.open(null);
    const reply = await studio.ask('describe');
    const vertical: unknown = Reflect.get(Object(reply['result']), 'vertical');
    const samples = samplesOf(vertical);
    if (samples) return samples;
    throw new CannotRun(
      `\`describe\` answers ${brief(reply)}. This runner has documents of the verticals form and slides only.`,
    );
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    const ancestors = /frame-ancestors[^;]*/.exec(policy)?.[0];
    const says = ancestors === undefined ? '' : ` Its Content-Security-Policy says "${ancestors}".`;
    throw new CannotRun(
      `The page at ${url} does not answer a host of the origin ${hostOrigin}: ${error.message}.${says} ` +
        `A Studio hears only the origins that it was started with: set EMBED_ORIGINS=${hostOrigin} there, ` +
        'and give this runner the same port with --port.',
    );
  } finally {
    await lane.clear();
  }
}

/** @returns the Content-Security-Policy */
async function loadPage(url: string): Promise<string> {
  const response = await fetch(url).catch((error: unknown) => {
    const { cause } = error as { readonly cause?: { readonly message?: string } };
    throw new CannotRun(`${url} could not be loaded: ${cause?.message || String(error)}`);
  });
  await response.arrayBuffer();
  if (!response.ok)
    throw new CannotRun(`${url} could not be loaded: it is answered with status ${response.status}.`);
  return response.headers.get('content-security-policy') ?? '';
}
