export interface Addresses {
  readonly cognito: string;
  readonly s3: string;
}

/**
 * Replaces AWS hosts by the addresses of this machine in a text for the browser (the content security policy,
 * `/config.json`).
 */
export function withLocalAddresses(text: string, { cognito, s3 }: Addresses): string {
  return text
    .replaceAll(/https:\/\/cognito-idp\.[\w-]+\.amazonaws\.com/g, cognito)
    .replaceAll(/https:\/\/[\w.-]+\.s3\.[\w-]+\.amazonaws\.com/g, s3)
    .replaceAll(/\b[\w.-]+\.s3\.[\w-]+\.amazonaws\.com/g, new URL(s3).host)
    .replaceAll(/; ?upgrade-insecure-requests/g, '');
}
