import { answer, type Reply } from '../../../web/src/lib/agent/testing/upstream.ts';
import type { Scenario } from '../scenario.ts';
import { PAGE, writePage } from './page.ts';

/** A refusal in the provider's own words. */
function refuses(status: number, type: string, message: string, headers: Record<string, string> = {}): Reply {
  return (response, { protocol }) => {
    const error = { type, message };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(protocol === 'anthropic' ? { type: 'error', error } : { error }));
  };
}

const soon = { 'retry-after': '1' };
const busy = () => refuses(429, 'rate_limit_error', 'Slow down', soon);

/** An error that comes inside of a stream that began well. */
const errorInStream: Reply = (response, { protocol }) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const error = { type: 'overloaded_error', message: 'Overloaded' };
  response.end(
    protocol === 'anthropic'
      ? `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`
      : `data: ${JSON.stringify({ error })}\n\n`,
  );
};

const noStream: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<html>A gateway says hello</html>');
};

export const SERVICE: readonly Scenario[] = [
  {
    name: '429-then-fine',
    replies: () => [busy(), answer('', [writePage()]), answer('Done.')],
    expect: { outcome: 'completed', files: { 'index.html': PAGE }, calls: ['ok'], requests: 3 },
  },
  {
    name: '429-that-stays',
    replies: () => [answer('', [writePage()]), busy()],
    expect: { outcome: 'failed', reason: /kept.*Try again/, files: { 'index.html': PAGE }, calls: ['ok'] },
  },
  {
    name: '500-then-fine',
    replies: () => [refuses(500, 'api_error', 'Broken', soon), answer('', [writePage()]), answer('Done.')],
    expect: { outcome: 'completed', files: { 'index.html': PAGE }, calls: ['ok'], requests: 3 },
  },
  {
    name: '500-that-stays',
    replies: () => [answer('', [writePage()]), refuses(500, 'api_error', 'Broken', soon)],
    expect: { outcome: 'failed', reason: /kept/, files: { 'index.html': PAGE }, calls: ['ok'] },
  },
  {
    name: '529-that-stays',
    replies: () => [refuses(529, 'overloaded_error', 'Overloaded', soon)],
    expect: { outcome: 'failed', reason: /kept/, calls: [] },
  },
  {
    name: '400',
    replies: () => [refuses(400, 'invalid_request_error', 'No such thing')],
    expect: { outcome: 'failed', calls: [], requests: 1 },
  },
  {
    name: '401-of-the-provider',
    // The operator's key is wrong: that is not the person's session.
    replies: () => [refuses(401, 'authentication_error', 'Bad key')],
    expect: { outcome: 'failed', reason: /^(?!.*session has ended)/, calls: [], requests: 1 },
  },
  {
    name: '402-of-the-provider',
    replies: () => [refuses(402, 'billing_error', 'No credit')],
    expect: { outcome: 'failed', reason: /no credit left/, calls: [], requests: 1 },
  },
  {
    name: 'an-error-inside-the-stream',
    replies: () => [answer('', [writePage()]), errorInStream],
    expect: { outcome: 'failed', files: { 'index.html': PAGE }, calls: ['ok'] },
  },
  {
    name: 'no-stream-at-all',
    replies: () => [answer('', [writePage()]), noStream],
    expect: { outcome: 'failed', files: { 'index.html': PAGE }, calls: ['ok'] },
  },
  {
    name: 'a-refusal',
    protocols: ['openai'],
    replies: () => [answer('', [writePage()]), answer('No.', [], { finish: 'content_filter' })],
    expect: { outcome: 'failed', reason: /refused/, files: { 'index.html': PAGE }, calls: ['ok'] },
  },
  {
    name: 'a-refusal-of-the-other-protocol',
    protocols: ['anthropic'],
    replies: () => [answer('', [writePage()]), answer('No.', [], { finish: 'refusal' })],
    expect: { outcome: 'failed', reason: /refused/, files: { 'index.html': PAGE }, calls: ['ok'] },
  },
  {
    name: 'an-empty-answer',
    replies: () => [answer('')],
    expect: { outcome: 'failed', reason: /answered nothing/, calls: [], requests: 1 },
  },
  {
    name: 'an-empty-answer-after-a-step',
    replies: () => [answer('', [writePage()]), answer('')],
    expect: { outcome: 'failed', reason: /answered nothing/, files: { 'index.html': PAGE }, calls: ['ok'] },
  },
  {
    name: 'an-answer-at-its-length',
    protocols: ['openai'],
    replies: () => [answer('', [writePage()]), answer('It goes on and', [], { finish: 'length' })],
    expect: { outcome: 'failed', reason: /length/, files: { 'index.html': PAGE }, calls: ['ok'] },
  },
  {
    name: 'an-answer-at-its-length-of-the-other-protocol',
    protocols: ['anthropic'],
    replies: () => [answer('', [writePage()]), answer('It goes on and', [], { finish: 'max_tokens' })],
    expect: { outcome: 'failed', reason: /length/, files: { 'index.html': PAGE }, calls: ['ok'] },
  },
];
