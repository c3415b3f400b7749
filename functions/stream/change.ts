import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from '#functions/platform/table.ts';

export interface Change {
  /** The same at each delivery of the record. */
  readonly id: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;

const itemOf = (image: Image | undefined): Item | undefined =>
  // Two packages name the same type of DynamoDB's attribute values.
  image && unmarshall(image as Parameters<typeof unmarshall>[0]);

/** Throws when the record has no id, because its effects could not be deduplicated. */
export function changeOf({ eventID, dynamodb }: DynamoDBRecord): Change {
  if (!eventID) throw new Error('A stream record without id');
  return { id: eventID, before: itemOf(dynamodb?.OldImage), after: itemOf(dynamodb?.NewImage) };
}
