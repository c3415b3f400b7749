import { S3Client } from '@aws-sdk/client-s3';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, Context } from 'aws-lambda';
import { accountHandlers } from '#functions/accounts/handlers.ts';
import { authentication } from '#functions/authentication.ts';
import { friendHandlers } from '#functions/friends/handlers.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { profileHandlers } from '#functions/profiles/handlers.ts';
import { reviewHandlers } from '#functions/reviews/handlers.ts';
import { serve } from '#functions/serve.ts';
import { siteHandlers } from '#functions/site/handlers.ts';
import { uploadHandlers } from '#functions/uploads/handlers.ts';
import { contract } from '#shared/contract.ts';
import type { RouteSpec } from '#shared/route.ts';
import type { anAccountsBackend } from '../../support/accounts.ts';
import type { Visitor } from './visitor.ts';

type Handler = (event: APIGatewayProxyEventV2WithJWTAuthorizer, context: Context) => Promise<unknown>;
type Slices = readonly (readonly [Record<string, RouteSpec>, Handler])[];

/** The product's functions of the signed-out and the member's own pages, each with its rows. */
export function openSlices(backend: Awaited<ReturnType<typeof anAccountsBackend>>, visitor: Visitor): Slices {
  const now = () => Date.now();
  const send: typeof backend.mails.send = async (...mail) => {
    if (!visitor.mailsLeave) throw new Error('SES does not answer');
    await backend.mails.send?.(...mail);
  };
  const deps = { ...backend.deps, now, mails: { ...backend.mails, now, send } };
  const s3 = new S3Client({
    region: 'eu-west-3',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const uploads = { ...deps, files: openFiles(s3), quarantine: 'quarantine' };
  return [
    [contract.accounts, serve(contract.accounts, accountHandlers(deps), deps, authentication)],
    [contract.profiles, serve(contract.profiles, profileHandlers(deps), deps, authentication)],
    [contract.reviews, serve(contract.reviews, reviewHandlers(deps), deps, authentication)],
    [contract.friends, serve(contract.friends, friendHandlers(deps), deps, authentication)],
    [contract.site, serve(contract.site, siteHandlers(deps), deps)],
    [contract.uploads, serve(contract.uploads, uploadHandlers(uploads), uploads, authentication)],
  ];
}
