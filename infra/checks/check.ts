import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { KMSClient } from '@aws-sdk/client-kms';

export interface Account {
  readonly pool: CognitoIdentityProviderClient;
  readonly userPoolId: string;
  readonly table: DynamoDBClient;
  readonly tableName: string;
  readonly keys: KMSClient;
  readonly secondFactorKey: string;
}

/** The product that is checked: a deployed stage, or the one of this machine. */
export interface CheckedSite {
  readonly site: string;
  /** Where Cognito answers, and the web client's id. */
  readonly cognito: string;
  readonly client: string;
  /** The HTTP API behind the edge; this machine has no way around its edge. */
  readonly api?: string;
  readonly account?: Account;
}

export interface Check {
  readonly name: string;
  readonly expects: string;
  readonly notLocal?: string;
  /** Returns what was seen instead, nothing when all is as expected. */
  readonly run: (place: CheckedSite) => Promise<string | undefined>;
}

export interface CheckOutcome {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'left out';
  /** The expected and actual result, or why the check was skipped; empty if it passed. */
  readonly sentence: string;
}

/** Runs checks one after the other: some count requests within a second. A check that cannot be made has failed. */
export async function runChecks(checks: readonly Check[], place: CheckedSite): Promise<CheckOutcome[]> {
  const outcomes: CheckOutcome[] = [];
  for (const { name, expects, notLocal, run } of checks) {
    if (notLocal && place.api === undefined) {
      outcomes.push({ name, state: 'left out', sentence: notLocal });
      continue;
    }
    const seen = await run(place).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    outcomes.push(
      seen === undefined
        ? { name, state: 'passed', sentence: '' }
        : { name, state: 'failed', sentence: `${expects} Seen instead: ${seen}` },
    );
  }
  return outcomes;
}

export function firstWrong(...facts: readonly (readonly [isRight: boolean, seen: string])[]): string | undefined {
  return facts.find(([isRight]) => !isRight)?.[1];
}

const timeoutMs = 15_000;

export async function ask(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), ...init });
  const text = await response.text();
  const header = (name: string) => response.headers.get(name) ?? '';
  return { status: response.status, text, header, seen: `${response.status} ${header('content-type')}` };
}
