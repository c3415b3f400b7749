import { expect, test } from 'vitest';
import { sharedPaths } from '#shared/site/paths.ts';
import { links } from './links.ts';

const secret = 'a-secret';
const site = 'https://envoyage.example';
const envelope = { site, email: 'amina@exemple.fr', token: secret, objection: secret };

test('a secret of a mail is in the query or the fragment of its link, because the edge logs paths', () => {
  const addresses = Object.values(links).map((link) => link(envelope, 'report', 'parcel'));
  const secrets = [...addresses, site + sharedPaths.stop(secret)].filter((address) => address.includes(secret));
  expect(secrets).toHaveLength(6);
  for (const address of secrets) expect(new URL(address).pathname).not.toContain(secret);
});
