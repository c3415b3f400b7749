import { addressParser } from 'postal-mime';
import * as z from 'zod/mini';
import { localAccount } from '../assembly/physical-ids.ts';
import { keyOfSealed } from '../emulators/json-services.ts';
import type { Want } from './access.ts';

const Pool = z.object({ UserPoolId: z.string() });
const Sealing = z.object({
  KeyId: z.optional(z.string()),
  CiphertextBlob: z.optional(z.string()),
  EncryptionContext: z._default(z.record(z.string(), z.string()), {}),
});
const Message = z.object({ QueueUrl: z.string() });
const Parameter = z.object({ Name: z.string() });

/**
 * The rights that calls of the smaller services need. `mailIdentities` are the verified addresses and domains of the
 * templates.
 */
export function serviceCalls(region: string, mailIdentities: readonly string[]) {
  const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${localAccount}:${rest}`;

  return {
    /** Undefined for what members do without a key of AWS: signing in, refreshing their session. */
    cognito: (operation: string, input: unknown): Want[] | undefined => {
      if (!operation.startsWith('Admin')) return undefined;
      const { UserPoolId } = z.parse(Pool, input);
      return [{ action: `cognito-idp:${operation}`, resource: arn('cognito-idp', `userpool/${UserPoolId}`) }];
    },

    kms: (operation: string, input: unknown): Want[] => {
      const { KeyId, CiphertextBlob, EncryptionContext } = z.parse(Sealing, input);
      const names = Object.keys(EncryptionContext);
      const known = {
        ...Object.fromEntries(names.map((name) => [`kms:EncryptionContext:${name}`, EncryptionContext[name] ?? ''])),
        'kms:EncryptionContextKeys': names,
      };
      const resource = CiphertextBlob === undefined ? (KeyId ?? '') : keyOfSealed(CiphertextBlob);
      return [{ action: `kms:${operation}`, resource, known }];
    },

    ssm: (operation: string, input: unknown): Want[] => {
      const { Name } = z.parse(Parameter, input);
      return [{ action: `ssm:${operation}`, resource: arn('ssm', `parameter/${Name.replace(/^\//, '')}`) }];
    },

    sqs: (operation: string, input: unknown): Want[] => {
      const name = z.parse(Message, input).QueueUrl.split('/').at(-1) ?? '';
      return [{ action: `sqs:${operation}`, resource: arn('sqs', name) }];
    },

    /** A mail needs the right on the identity of its sender and on the configuration set that it names. */
    ses: (action: string, form: URLSearchParams): Want[] => {
      if (action === 'GetSendQuota') return [{ action: 'ses:GetSendQuota', resource: '*' }];
      const [sender] = addressParser(form.get('Source') ?? '').flatMap((one) => one.group ?? [one]);
      const from = sender?.address ?? '';
      const domain = from.split('@')[1] ?? '';
      const set = form.get('ConfigurationSetName');
      const known = { 'ses:FromAddress': from };
      const resources = [
        arn('ses', `identity/${mailIdentities.includes(from) ? from : domain}`),
        ...(set ? [arn('ses', `configuration-set/${set}`)] : []),
      ];
      return resources.map((resource) => ({ action: `ses:${action}`, resource, known }));
    },

    /** `path` is `/<stage>/@connections/<id>` of the API with this id. */
    connections: (apiId: string, method: string, path: string): Want[] => {
      const [, stage = '', rest = ''] = /^\/([^/]+)\/(.*)$/.exec(path) ?? [];
      const resource = arn('execute-api', `${apiId}/${stage}/${method}/${rest}`);
      return [{ action: 'execute-api:ManageConnections', resource }];
    },
  };
}
