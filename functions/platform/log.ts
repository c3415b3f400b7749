import { Logger } from '@aws-lambda-powertools/logger';

/** Writes one JSON line. Never log bodies, tokens, names, phones or addresses. */
export const logger = new Logger({ serviceName: process.env['POWERTOOLS_SERVICE_NAME'] ?? 'envoyage' });
