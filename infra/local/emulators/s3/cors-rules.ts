import * as z from 'zod/mini';

const CorsConfiguration = z.object({
  CorsRules: z.array(
    z.object({
      AllowedOrigins: z.array(z.string()),
      AllowedMethods: z.array(z.string()),
      AllowedHeaders: z._default(z.array(z.string()), []),
      ExposedHeaders: z._default(z.array(z.string()), []),
      MaxAge: z.optional(z.union([z.number(), z.string()])),
    }),
  ),
});

/** `CorsConfiguration` of an AWS::S3::Bucket, as the template spells it. */
export type CorsConfiguration = z.input<typeof CorsConfiguration>;

export type CorsRule = z.infer<typeof CorsConfiguration>['CorsRules'][number];

/** The rules of a bucket; none without a configuration. */
export function corsRulesOf(configuration: CorsConfiguration | undefined): CorsRule[] {
  return CorsConfiguration.parse(configuration ?? { CorsRules: [] }).CorsRules;
}

export function admits(rule: CorsRule, origin: string, method: string): boolean {
  return matchesAny(rule.AllowedOrigins, origin) && rule.AllowedMethods.includes(method);
}

/** A pattern may contain one `*`; header names and origins are compared without case. */
export function matchesAny(patterns: readonly string[], value: string): boolean {
  return patterns.some((pattern) => {
    const [start = '', ...rest] = pattern.toLowerCase().split('*');
    const end = rest[0];
    const text = value.toLowerCase();
    if (end === undefined) return text === start;
    return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
  });
}
