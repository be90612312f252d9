import { describe, expect, it } from 'vitest';
import { DOCUMENT_HEADERS, withFrameSources } from './document-headers.ts';

describe('headers of documents', () => {
  it('frames the publish origin and its sub-hosts, port included', () => {
    expect(withFrameSources("default-src 'self'", 'http://localhost:4001')).toBe(
      "default-src 'self'; frame-src 'self' http://localhost:4001 http://*.localhost:4001",
    );
    expect(withFrameSources("default-src 'self'", 'https://apps.example')).toBe(
      "default-src 'self'; frame-src 'self' https://apps.example https://*.apps.example",
    );
  });

  it('keep others out', () => {
    const headers = new Map(DOCUMENT_HEADERS);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });
});
