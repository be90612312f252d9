/** The dialect of a provider: where usage stands in its answers and how it tells an error within a stream. */
export type Wire = 'openai' | 'anthropic' | 'google';

/** A (method, path) that may be forwarded. The path has no leading slash and includes the version. */
export interface AllowedRoute {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  /** Takes no tokens at the provider. */
  readonly isFree?: true;
  /** Where one provider speaks another's dialect beside its own: how the key is sent there, and the dialect. */
  readonly as?: { readonly key: KeyHeader; readonly wire: Wire };
}

/** How a key is sent. */
export interface KeyHeader {
  readonly header: string;
  readonly prefix: string;
}

/** What is known of a provider before anything is configured (design 9). */
export interface ProviderEntry {
  readonly id: string;
  readonly name: string;
  readonly wire: Wire;
  /** Without version and trailing slash; null: must be configured. */
  readonly baseUrl: string | null;
  /** How the key is sent; null: there is none. */
  readonly key: KeyHeader | null;
  readonly routes: readonly AllowedRoute[];
  /** Names that a query string may have. */
  readonly query: readonly string[];
  /** Request headers that are passed on beside content-type and accept, each with the values it may have. */
  readonly headers: Readonly<Record<string, RegExp>>;
  /** Headers that are always sent; one passed on wins. */
  readonly constants: Readonly<Record<string, string>>;
  readonly models: readonly string[];
}

const BEARER = { header: 'authorization', prefix: 'Bearer ' };
const OPENAI_ROUTES: readonly AllowedRoute[] = [
  { method: 'POST', path: /^v1\/chat\/completions$/ },
  { method: 'GET', path: /^v1\/models$/, isFree: true },
];

function openaiLike(
  id: string,
  name: string,
  baseUrl: string | null,
  models: readonly string[],
): ProviderEntry {
  const rest = { key: BEARER, routes: OPENAI_ROUTES, query: [], headers: {}, constants: {} };
  return { id, name, wire: 'openai', baseUrl, ...rest, models };
}

/** The providers that the proxy knows; `demo` stands apart, since it is inside the server. */
export const PROVIDERS: readonly ProviderEntry[] = [
  {
    id: 'anthropic',
    name: 'Anthropic',
    wire: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    key: { header: 'x-api-key', prefix: '' },
    routes: [
      { method: 'POST', path: /^v1\/messages$/ },
      { method: 'POST', path: /^v1\/messages\/count_tokens$/, isFree: true },
      { method: 'GET', path: /^v1\/models$/, isFree: true },
    ],
    query: ['beta', 'limit', 'after_id', 'before_id'],
    headers: {
      'anthropic-version': /^\d{4}-\d{2}-\d{2}$/,
      'anthropic-beta': /^[a-z0-9-]+(\s*,\s*[a-z0-9-]+){0,9}$/,
    },
    constants: { 'anthropic-version': '2023-06-01' },
    models: ['claude-sonnet-4-5', 'claude-opus-4-5', 'claude-haiku-4-5'],
  },
  {
    ...openaiLike('openai', 'OpenAI', 'https://api.openai.com', ['gpt-5.1', 'gpt-5', 'gpt-5-mini']),
    routes: [...OPENAI_ROUTES, { method: 'POST', path: /^v1\/responses$/ }],
  },
  {
    id: 'google',
    name: 'Google',
    wire: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com',
    key: { header: 'x-goog-api-key', prefix: '' },
    routes: [
      {
        method: 'POST',
        path: /^v1(?:beta)?\/models\/[A-Za-z0-9._-]{1,80}:(?:generateContent|streamGenerateContent)$/,
      },
      { method: 'POST', path: /^v1(?:beta)?\/models\/[A-Za-z0-9._-]{1,80}:countTokens$/, isFree: true },
      { method: 'GET', path: /^v1(?:beta)?\/models$/, isFree: true },
      { method: 'POST', path: /^v1beta\/openai\/chat\/completions$/, as: { key: BEARER, wire: 'openai' } },
    ],
    query: ['alt', 'pageSize', 'pageToken'],
    headers: {},
    constants: {},
    models: ['gemini-3-pro-preview', 'gemini-2.5-pro', 'gemini-2.5-flash'],
  },
  openaiLike('openrouter', 'OpenRouter', 'https://openrouter.ai/api', [
    'anthropic/claude-sonnet-4.5',
    'openai/gpt-5',
    'google/gemini-2.5-pro',
  ]),
  openaiLike('mistral', 'Mistral', 'https://api.mistral.ai', [
    'mistral-large-latest',
    'mistral-medium-latest',
    'codestral-latest',
  ]),
  openaiLike('groq', 'Groq', 'https://api.groq.com/openai', [
    'openai/gpt-oss-120b',
    'llama-3.3-70b-versatile',
  ]),
  openaiLike('deepseek', 'DeepSeek', 'https://api.deepseek.com', ['deepseek-chat', 'deepseek-reasoner']),
  openaiLike('xai', 'xAI', 'https://api.x.ai', ['grok-4', 'grok-code-fast-1']),
  { ...openaiLike('ollama', 'Ollama', null, ['qwen2.5-coder', 'llama3.1']), key: null },
];
