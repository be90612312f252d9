import { error } from '@sveltejs/kit';
import type { PageLoad } from './$types';

/** An address that leads nowhere is answered within the site's frame: without a page of its own it would have none. */
export const load: PageLoad = () => error(404, 'Not Found');
