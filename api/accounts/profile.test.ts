import { expect, it } from 'vitest';
import { describeEachInstallation } from '../../test/support/installation.ts';

const UPDATE =
  'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { viewer { name picture } } }';
const FAMILY = '👩‍👩‍👧‍👦';
const url = (kind: string, bytes: string): string =>
  `data:image/${kind};base64,${Buffer.from(bytes, 'latin1').toString('base64')}`;

describeEachInstallation('a profile', (get) => {
  it('has a name that can be seen, on one line, and that turns no text beside it', async () => {
    const { token } = await get().join('\u202eAda\tof\nLovelace\u0007 ');
    const rename = async (name: string) => (await get().graphql(UPDATE, { input: { name } }, token)).json;
    const me = await get().call({ path: '/api/auth/me', token });
    expect(me.json.user.name).toBe('Ada of Lovelace');
    const kept = ['محمد بن عبد الله', 'می‌خواهم', FAMILY.repeat(9), '李', 'x'.repeat(100), '<b>&amp;', '0'];
    for (const name of kept) {
      expect((await rename(`  ${name} `)).data.updateProfile.viewer.name).toBe(name);
    }
    expect((await rename('e\u0301\u2066!\u2069')).data.updateProfile.viewer.name).toBe('é!');
    for (const name of ['\u200b', ' \u200d\u2060 ', '\u3164', '\u2800', '\u0301', '\u202e']) {
      expect((await rename(name)).errors[0].message).toBe('name must not be empty.');
    }
    expect((await rename('x'.repeat(101))).errors[0].message).toContain('100 characters at most');
  });

  it('is named after the address when the given name cannot be seen', async () => {
    const { token, email } = await get().join('\u200b');
    const { name } = (await get().call({ path: '/api/auth/me', token })).json.user;
    expect(name).toBe(email.split('@')[0]);
  });

  it('has a picture of the kind that it says', async () => {
    const { token } = await get().join();
    const show = async (picture: string) => (await get().graphql(UPDATE, { input: { picture } }, token)).json;
    const images = [
      url('png', '\x89PNG\r\n\x1a\n…'),
      url('jpeg', '\xff\xd8\xff\xe0…'),
      url('webp', 'RIFF\0\0\0\0WEBPVP8 '),
    ];
    for (const image of images) {
      expect((await show(image)).data.updateProfile.viewer.picture).toBe(image);
    }
    const others = [
      url('png', 'GIF89a…'),
      url('jpeg', '\x89PNG\r\n\x1a\n…'),
      url('webp', '<svg onload="alert(1)"/>'),
      url('svg+xml', '<svg/>'),
      'https://example.org/a.png',
    ];
    for (const image of others) {
      expect((await show(image)).errors[0].extensions.code).toBe('invalid_request');
    }
  });

  it('asks for a password by characters, and names the limit of a long one', async () => {
    const register = async (password: string) =>
      get().call({
        method: 'POST',
        path: '/api/auth/register',
        body: { email: 'Eve@example.org', password },
      });
    expect((await register('𝕏𝕐ℤ𝔸𝔹ℂ𝔻')).json.error.message).toBe('password must have at least 8 characters.');
    expect((await register('𝕏𝕐ℤ𝔸𝔹ℂ𝔻𝔼')).status).toBe(202);
    const long = await get().call({
      method: 'POST',
      path: '/api/auth/login',
      body: { email: 'eve@example.org', password: 'x'.repeat(257) },
    });
    expect(long.json.error.message).toBe('password may have 256 characters at most.');
  });
});
