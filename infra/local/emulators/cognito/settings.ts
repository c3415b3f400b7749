import * as z from 'zod/mini';
import { ServiceError } from '../json-protocol.ts';

/*
 * The CloudFormation properties of a pool and of its clients that change an answer, in the template's spelling, with
 * Cognito's own defaults. Other properties of the template are ignored.
 */

const PoolProperties = z.object({
  UsernameAttributes: z.tuple([z.literal('email')]),
  MfaConfiguration: z._default(z.enum(['OFF', 'OPTIONAL', 'ON']), 'OFF'),
  AdminCreateUserConfig: z.optional(z.object({ AllowAdminCreateUserOnly: z.optional(z.boolean()) })),
  AccountRecoverySetting: z.optional(z.object({ RecoveryMechanisms: z.array(z.object({ Name: z.string() })) })),
  Policies: z.optional(
    z.object({
      PasswordPolicy: z.optional(
        z.object({
          MinimumLength: z._default(z.number(), 8),
          RequireLowercase: z._default(z.boolean(), false),
          RequireNumbers: z._default(z.boolean(), false),
          RequireSymbols: z._default(z.boolean(), false),
          RequireUppercase: z._default(z.boolean(), false),
        }),
      ),
    }),
  ),
  LambdaConfig: z.optional(
    z.object({
      PreTokenGenerationConfig: z.optional(z.object({ LambdaArn: z.string(), LambdaVersion: z.literal('V2_0') })),
    }),
  ),
});

export type PoolSettings = z.infer<typeof PoolProperties>;

const Unit = z.enum(['seconds', 'minutes', 'hours', 'days']);

const ClientProperties = z.object({
  ExplicitAuthFlows: z._default(z.array(z.string()), ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']),
  PreventUserExistenceErrors: z._default(z.string(), 'ENABLED'),
  WriteAttributes: z.optional(z.array(z.string())),
  AccessTokenValidity: z._default(z.number(), 1),
  IdTokenValidity: z._default(z.number(), 1),
  RefreshTokenValidity: z._default(z.number(), 30),
  TokenValidityUnits: z.optional(
    z.object({ AccessToken: z.optional(Unit), IdToken: z.optional(Unit), RefreshToken: z.optional(Unit) }),
  ),
  RefreshTokenRotation: z.optional(
    z.object({ Feature: z.enum(['ENABLED', 'DISABLED']), RetryGracePeriodSeconds: z._default(z.number(), 0) }),
  ),
});

export interface ClientSettings {
  flows: readonly string[];
  hidesUsers: boolean;
  /** Undefined means every attribute, as a missing list does on Cognito. */
  writable: readonly string[] | undefined;
  accessFor: number;
  idFor: number;
  refreshFor: number;
  /** Milliseconds during which a replaced refresh token still works; undefined without rotation. */
  rotationGrace: number | undefined;
}

export function poolSettingsOf(properties: unknown): PoolSettings {
  return PoolProperties.parse(properties);
}

const secondsOf = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

export function clientSettingsOf(properties: unknown): ClientSettings {
  const client = ClientProperties.parse(properties);
  const units = client.TokenValidityUnits;
  const rotation = client.RefreshTokenRotation;
  return {
    flows: client.ExplicitAuthFlows,
    hidesUsers: client.PreventUserExistenceErrors !== 'LEGACY',
    writable: client.WriteAttributes,
    accessFor: client.AccessTokenValidity * secondsOf[units?.AccessToken ?? 'hours'],
    idFor: client.IdTokenValidity * secondsOf[units?.IdToken ?? 'hours'],
    refreshFor: client.RefreshTokenValidity * secondsOf[units?.RefreshToken ?? 'days'],
    rotationGrace: rotation?.Feature === 'ENABLED' ? rotation.RetryGracePeriodSeconds * 1000 : undefined,
  };
}

const strictest = {
  MinimumLength: 8,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
  RequireUppercase: true,
};

/** @throws ServiceError when Cognito would refuse this new password */
export function checkNewPassword(settings: PoolSettings, password: string): void {
  if (password.length > 256 || !/^\S+.*\S+$/s.test(password)) {
    const rule = "Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern";
    throw new ServiceError('InvalidParameterException', `1 validation error detected: ${rule}: ^[\\S]+.*[\\S]+$`);
  }
  const policy = settings.Policies?.PasswordPolicy ?? strictest;
  const broken = [
    password.length < policy.MinimumLength && 'not long enough',
    policy.RequireLowercase && !/[a-z]/.test(password) && 'must have lowercase characters',
    policy.RequireUppercase && !/[A-Z]/.test(password) && 'must have uppercase characters',
    policy.RequireNumbers && !/\d/.test(password) && 'must have numeric characters',
    policy.RequireSymbols && !/[^A-Za-z0-9]/.test(password) && 'must have symbol characters',
  ].find((complaint) => complaint !== false);
  if (broken)
    throw new ServiceError('InvalidPasswordException', `Password did not conform with policy: Password ${broken}`);
}

export function allowsSecondFactors(settings: PoolSettings): boolean {
  return settings.MfaConfiguration !== 'OFF';
}

export function selfSignUpAllowed(settings: PoolSettings): boolean {
  return settings.AdminCreateUserConfig?.AllowAdminCreateUserOnly !== true;
}

export function selfRecoveryAllowed(settings: PoolSettings): boolean {
  const mechanisms = settings.AccountRecoverySetting?.RecoveryMechanisms ?? [];
  return !mechanisms.some(({ Name }) => Name === 'admin_only');
}
