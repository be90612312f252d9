import { isClientId, isProjectId } from '../ids.ts';
import type { BridgeRoute } from '../data/contract.ts';
import { appLabel, draftLabel, projectLabel } from './labels.ts';
import type { Target } from './request-target.ts';
import type { ProjectAddress } from './site.ts';

/** Whose files or data a request asks for. */
export type Subject =
  | { readonly kind: 'app'; readonly appId: string }
  | { readonly kind: 'project'; readonly address: ProjectAddress }
  | { readonly kind: 'draft'; readonly token: string; readonly revision: number };

/** A place under `/a/{app_id}/`, `/f/{project_id}` or `/p/{token}/{revision}/`, or on a project's own host. */
export interface SiteRoute {
  readonly subject: Subject;
  /** The one sub-host label this subject may be served on; on a project's own host, that host's name. */
  readonly label: string;
  /** Absolute path of the subject's root, with a trailing slash. */
  readonly basePath: string;
  readonly want:
    | { readonly kind: 'root-redirect' }
    | { readonly kind: 'bridge'; readonly route: BridgeRoute }
    /** Our own script that takes the preview's picture; previews only. */
    | { readonly kind: 'capture' }
    /** A project's page, what follows when its form was sent, how far visitors got, or its address as a QR code. */
    | { readonly kind: 'page'; readonly part: '' | 'thanks' | 'progress' | 'qr.svg' }
    | { readonly kind: 'file'; readonly path: string };
}

/** Where the reporter finds the script; no app can have a file there (design 4). */
const CAPTURE_PATH = '_platform/capture.js';
const TOKEN = /^[A-Za-z0-9_-]{1,128}$/;
const REVISION = /^(0|[1-9]\d{0,8})$/;
/** What an app has beside its files. */
export const BRIDGE_ROUTES: readonly BridgeRoute[] = [
  '_data',
  '_data/query',
  '_data/openapi.json',
  '_graphql',
];

/** Finds the route of a target; null when nothing lives there (spec 4.1, design 10). */
export function matchRoute(target: Target): SiteRoute | null {
  const [kind, first = '', second = ''] = target.segments;
  if (kind === 'a' && isClientId(first)) {
    return siteRoute(
      { kind: 'app', appId: first },
      appLabel(first),
      `/a/${first}/`,
      target.segments.slice(2),
    );
  }
  if (kind === 'p' && TOKEN.test(first) && REVISION.test(second)) {
    const subject = { kind: 'draft', token: first, revision: Number(second) } as const;
    return siteRoute(subject, draftLabel(first), `/p/${first}/${second}/`, target.segments.slice(3));
  }
  if (kind === 'f' && isProjectId(first)) {
    const label = projectLabel(first);
    return projectRoute({ id: first }, label, `/f/${first}/`, target.segments.slice(2));
  }
  return null;
}

/** The route on a project's own host: the page at `/` and its bridge, nothing else (spec 4.1). */
export function matchProjectHost(
  host: { readonly name: string; readonly address: ProjectAddress },
  target: Target,
): SiteRoute | null {
  return projectRoute(host.address, host.name, '/', target.segments);
}

/** A project is one page, so that its address needs no slash at the end. */
function projectRoute(
  address: ProjectAddress,
  label: string,
  basePath: string,
  rest: readonly string[],
): SiteRoute | null {
  const route = { subject: { kind: 'project', address }, label, basePath } as const;
  const path = rest.join('/');
  if (path === '') return rest.length <= 1 ? { ...route, want: { kind: 'page', part: path } } : null;
  if (path === 'thanks' || path === 'progress' || path === 'qr.svg') {
    return { ...route, want: { kind: 'page', part: path } };
  }
  if (path === '_data' || path === '_data/query') return { ...route, want: { kind: 'bridge', route: path } };
  return null;
}

function siteRoute(subject: Subject, label: string, basePath: string, rest: readonly string[]): SiteRoute {
  const path = rest.join('/');
  const route = BRIDGE_ROUTES.find((candidate) => candidate === path);
  if (rest.length === 0) return { subject, label, basePath, want: { kind: 'root-redirect' } };
  if (route) return { subject, label, basePath, want: { kind: 'bridge', route } };
  if (path === CAPTURE_PATH && subject.kind === 'draft') {
    return { subject, label, basePath, want: { kind: 'capture' } };
  }
  return { subject, label, basePath, want: { kind: 'file', path } };
}
