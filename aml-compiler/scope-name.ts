/** What the scope column is called, in tables and wherever a request speaks of it (spec 2.5). */
export const SCOPE_NAME = 'projectId';
