import { call } from '../../../web/src/lib/agent/testing/upstream.ts';

/** A whole page that the checks find nothing wrong with. */
export const PAGE = '<!doctype html><html lang="en"><title>Hi</title><h1>Hi</h1></html>';
export const OTHER_PAGE = PAGE.replace('<h1>Hi', '<h1>Ho');

export const writePage = () => call('write_file', { path: 'index.html', content: PAGE });
export const editPage = () => call('edit_file', { path: 'index.html', find: '<h1>Hi', replace: '<h1>Ho' });
export const write = (path: string, content: string) => call('write_file', { path, content });
