import { createHash } from 'node:crypto';
import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, type ResponseHeadersPolicyProps } from 'aws-cdk-lib/aws-cloudfront';
import { pageStyle } from '#functions/share/document.ts';

export interface Hosts {
  readonly region: string;
  readonly upload: string;
  /** Hosts of the private files and identity documents: pictures, and PDF files inside the page. */
  readonly files: readonly string[];
  readonly domain?: string;
}

const header = (name: string, value: string) => ({ header: name, value, override: true });

const always = {
  contentTypeOptions: { override: true },
  strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: false, override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
  frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
};

const allOf = (hosts: readonly string[]) => hosts.map((host) => `https://${host}`).join(' ');

const policy = (directives: readonly string[]) => ({ contentSecurityPolicy: directives.join('; '), override: true });

/**
 * Pages run our own scripts and styles only; `'self'` covers the socket too, but old Safari needs it by name where
 * there is a domain.
 */
export const pageHeaders = ({ region, upload, files, domain }: Hosts): ResponseHeadersPolicyProps => ({
  securityHeadersBehavior: {
    ...always,
    contentSecurityPolicy: policy([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "style-src-attr 'unsafe-inline'",
      "font-src 'self'",
      `img-src 'self' blob: data: ${allOf(files)}`,
      "media-src 'self' blob:",
      `connect-src 'self' https://cognito-idp.${region}.amazonaws.com https://${upload}${domain ? ` wss://${domain}` : ''}`,
      `frame-src ${allOf(files)}`,
      "manifest-src 'self'",
      "worker-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]),
  },
  customHeadersBehavior: {
    customHeaders: [
      header('Permissions-Policy', 'camera=(self), geolocation=()'),
      header('Cross-Origin-Opener-Policy', 'same-origin'),
    ],
  },
});

/**
 * Edge caches follow the lifetime that a document with listings sets. A browser revalidates it at each visit, as every
 * other page.
 */
export const listingPageHeaders = (hosts: Hosts): ResponseHeadersPolicyProps => {
  const headers = pageHeaders(hosts);
  const customHeaders = [...(headers.customHeadersBehavior?.customHeaders ?? []), header('Cache-Control', 'no-cache')];
  return { ...headers, customHeadersBehavior: { customHeaders } };
};

/** Answers of the API are data and never run as a page. Each answer sets its own caching. */
export const apiHeaders: ResponseHeadersPolicyProps = {
  securityHeadersBehavior: {
    ...always,
    contentSecurityPolicy: policy(["default-src 'none'", "frame-ancestors 'none'"]),
  },
};

/**
 * Pages without the application: no script, their one inline stylesheet, and pictures of the site. The page that
 * switches mails off asks by a form.
 */
export const plainPageHeaders: ResponseHeadersPolicyProps = {
  securityHeadersBehavior: {
    ...always,
    contentSecurityPolicy: policy([
      "default-src 'none'",
      "img-src 'self'",
      `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]),
  },
};

/**
 * Pictures of members: our pages show them, and browsers never run one as a page. The object itself sets their cache
 * time, an hour (`scanner.ts`). A header from here would also apply to the answer for a picture that does not
 * exist yet.
 */
export const mediaHeaders: ResponseHeadersPolicyProps = {
  securityHeadersBehavior: { ...always, contentSecurityPolicy: policy(['sandbox', "default-src 'none'"]) },
  customHeadersBehavior: {
    customHeaders: [header('Cross-Origin-Resource-Policy', 'same-site')],
  },
};
