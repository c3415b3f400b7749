import { signedHeaders } from '#functions/platform/aws/parameter.ts';
import { type Finding, told } from './finding.ts';

/** Cache policies that a site makes at CloudFront, and as many policies of response headers. */
export const policiesOfASite = 5;

/** CloudFront's quota of an account for each kind (Developer Guide, « Quotas », on policies). */
const mostPolicies = 20;

const kinds = { 'cache-policy': 'cache policies', 'response-headers-policy': 'policies of response headers' } as const;
type Kind = keyof typeof kinds;
export type CountPolicies = (kind: Kind) => Promise<number>;

type Credentials = Parameters<typeof signedHeaders>[1]['credentials'];

/** How many policies this account made itself, in one page of a hundred. Two reads need no package of the SDK. */
export const policiesCountedBy =
  (credentials: () => Promise<Credentials>): CountPolicies =>
  async (kind) => {
    const [host, path] = ['cloudfront.amazonaws.com', `/2020-05-31/${kind}`];
    const headers = await signedHeaders(
      { host, method: 'GET', path, query: { Type: 'custom' }, body: '' },
      { service: 'cloudfront', region: 'us-east-1', credentials: await credentials(), now: Date.now() },
    );
    const answer = await fetch(`https://${host}${path}?Type=custom`, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(/<Message>([^<]+)/.exec(text)?.[1] ?? `status ${answer.status}`);
    return text.split('PolicySummary>').length >> 1;
  };

/** A site that is there has its policies already. */
export async function policyFindings(countPolicies: CountPolicies, hasWeb: boolean): Promise<readonly Finding[]> {
  if (hasWeb) return [];
  const findings = await Promise.all(
    Object.entries(kinds).map(async ([kind, name]) => {
      const count = await countPolicies(kind as Kind);
      return count + policiesOfASite > mostPolicies
        ? told(
            `CloudFront keeps ${mostPolicies} ${name} for an account, this one has ${count}, and the site makes ${policiesOfASite}: remove some that no distribution uses, ask AWS for more, or take another account, or the deploy fails at Web.`,
          )
        : undefined;
    }),
  );
  return findings.filter((finding) => finding !== undefined);
}
