import { mockClient } from 'aws-sdk-client-mock';
import { onTestFinished } from 'vitest';

/** Answers for every client of a class of the SDK until the test ends: files of a run share the SDK. */
export const mockClass = ((client) => {
  const mock = mockClient(client);
  onTestFinished(() => mock.restore());
  return mock;
}) as typeof mockClient;
