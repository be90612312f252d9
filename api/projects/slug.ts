import { ApiError } from '../errors.ts';

/** What a DNS label may be; `--` in third place belongs to names in other scripts. */
const LABEL = /^(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** One letter and a dash begin the labels of apps, forms and drafts (design 7): no slug may look like one. */
const LABEL_OF_OURS = /^[a-z]-/;

/** Names that people take for the operator's own, or that software asks for by itself. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'about abuse account accounts admin administrator api app apps assets atelier auth autoconfig autodiscover billing blog ' +
    'broadcasthost cdn contact dashboard demo dev dns docs email ftp git graphql help hostmaster host imap info internal ' +
    'isatap localdomain localhost login logout mail main market metrics mta mta-sts mx news noc ns ns1 ns2 oauth official openapi ' +
    'pages platform pop postmaster preview privacy public publish register root sandbox secure security server signin signup ' +
    'smtp ssl staff staging static stats status studio support system team terms test usenet uucp webmaster wpad ws www'
  ).split(' '),
);

/** Whether a label of the publish host may be a project's. */
export function isSlugLabel(label: string): boolean {
  return LABEL.test(label) && !LABEL_OF_OURS.test(label);
}

/**
 * Reads a slug: the sub-host `{slug}.{publish host}` of a project.
 * @returns in lower case
 * @throws ApiError invalid_request saying what a slug may be
 */
export function readSlug(given: string): string {
  const slug = given.trim().toLowerCase();
  if (!LABEL.test(slug)) {
    throw new ApiError(
      'invalid_request',
      'slug must have 1 to 63 characters of a-z 0-9 and -, none of the dashes at an end or in third and fourth place.',
    );
  }
  if (LABEL_OF_OURS.test(slug)) {
    throw new ApiError(
      'invalid_request',
      'slug must not begin with one letter and a dash: such names are made by us.',
    );
  }
  if (RESERVED.has(slug))
    throw new ApiError('invalid_request', `The slug "${slug}" is reserved. Choose another.`);
  return slug;
}
