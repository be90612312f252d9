import { isClientId } from '../ids.ts';
import type { BridgeRoute } from '../data/contract.ts';
import { appLabel, draftLabel } from './labels.ts';
import type { Target } from './request-target.ts';

/** Whose files or data a request asks for. */
export type Subject =
  | { readonly kind: 'app'; readonly appId: string }
  | { readonly kind: 'draft'; readonly token: string; readonly revision: number };

/** A place under `/a/{app_id}/` or `/p/{token}/{revision}/`. */
export interface SiteRoute {
  readonly subject: Subject;
  /** The one sub-host label this subject may be served on. */
  readonly label: string;
  /** Absolute path of the subject's root, with a trailing slash. */
  readonly basePath: string;
  readonly want:
    | { readonly kind: 'root-redirect' }
    | { readonly kind: 'bridge'; readonly route: BridgeRoute }
    /** Our own script that takes the preview's picture; previews only. */
    | { readonly kind: 'capture' }
    | { readonly kind: 'file'; readonly path: string };
}

/** Where the reporter finds the script; no app can have a file there (design 4). */
const CAPTURE_PATH = '_platform/capture.js';
const TOKEN = /^[A-Za-z0-9_-]{1,128}$/;
const REVISION = /^(0|[1-9]\d{0,8})$/;
const BRIDGE_ROUTES: readonly BridgeRoute[] = ['_data', '_data/query', '_data/openapi.json', '_graphql'];

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
