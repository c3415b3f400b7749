import { type App, ArnFormat, CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  type ITableV2,
  Operation,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { tableShape } from '#functions/platform/keys.ts';
import { AlarmTopic } from '#infra/constructs/alarm.ts';
import { copiesVault } from '#infra/naming.ts';
import type { Settings } from '../config.ts';
import { ImpactAlarm } from '../constructs/alarm.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { VersionedSecret } from '../constructs/versioned-secret.ts';

type IndexShape = (typeof tableShape.indexes)[keyof typeof tableShape.indexes];

/**
 * The single table with its stream, which is never deleted, the topic of all alarms of this region, and the secret of
 * links and keys.
 */
export class DataStack extends ProductStack {
  readonly table: ITableV2;
  readonly topic: ITopic;
  /** Functions derive keys and links from it (`functions/platform/derived.ts`). */
  readonly derivedSecret: VersionedSecret;

  constructor(scope: App, settings: Settings) {
    super(scope, 'Data', settings, { terminationProtection: true });
    this.topic = new AlarmTopic(this, 'Alarms', settings.adminEmail).topic;
    const first = new TableV2(this, 'Table', {
      partitionKey: text(tableShape.partitionKey),
      sortKey: text(tableShape.sortKey),
      // All indexes exist from the start: a deploy may add only one, and a projection can never be changed.
      globalSecondaryIndexes: Object.entries(tableShape.indexes).map(([name, shape]) => index(name, shape)),
      timeToLiveAttribute: tableShape.ttl,
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.table = this.inUse(first, settings);
    new CfnOutput(this, 'TableName', { value: this.table.tableName, description: 'npm run member reads it' });
    this.derivedSecret = new VersionedSecret(this, 'DerivedSecret', 'links');
    this.watchTable();
    if (settings.backupAccount) this.copyDaily(settings);
  }

  /** A copy for each of the last 14 days in the vault of the other account (decision 066). */
  private copyDaily(settings: Settings) {
    const { backupAccount = '', backupRegion } = settings;
    const deleteAfter = Duration.days(14);
    const encryptionKey = new Key(this, 'BackupKey', { enableKeyRotation: true, removalPolicy: RemovalPolicy.RETAIN });
    const backupVault = new BackupVault(this, 'Backups', { encryptionKey });
    const destination = this.formatArn({
      service: 'backup',
      account: backupAccount,
      region: backupRegion,
      resource: 'backup-vault',
      resourceName: copiesVault(settings),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const plan = new BackupPlan(this, 'Copies', { backupVault });
    plan.addRule(
      new BackupPlanRule({
        scheduleExpression: Schedule.cron({ hour: '2', minute: '0' }),
        deleteAfter,
        copyActions: [
          { destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'CopiesVault', destination), deleteAfter },
        ],
      }),
    );
    plan.addSelection('Table', { resources: [BackupResource.fromDynamoDbTable(this.table)] });
    const failed = (metricName: string) =>
      new Metric({ namespace: 'AWS/Backup', metricName, statistic: 'Sum', period: Duration.days(1) });
    new ImpactAlarm(this, 'CopiesFail', {
      impact: 'Last night nothing was copied to the other account. Members notice nothing until this account is lost.',
      topic: this.topic,
      metric: new MathExpression({
        expression: 'backups + copies',
        usingMetrics: { backups: failed('NumberOfBackupJobsFailed'), copies: failed('NumberOfCopyJobsFailed') },
        period: Duration.days(1),
      }),
      threshold: 1,
    });
  }

  /**
   * The first table, or a restored one in its place (decision 035). Other stacks import the first one's names until
   * their own deploy: without these exports CloudFormation would refuse this one.
   */
  private inUse(first: TableV2, { restoredTable, restoredStream }: Settings): ITableV2 {
    if (!restoredTable || !restoredStream) return first;
    for (const name of [first.tableName, first.tableArn, first.tableStreamArn]) this.exportValue(name);
    return TableV2.fromTableAttributes(this, 'RestoredTable', {
      tableName: restoredTable,
      tableStreamArn: restoredStream,
      globalIndexes: Object.keys(tableShape.indexes),
    });
  }

  private watchTable() {
    const operations = [
      Operation.GET_ITEM,
      Operation.BATCH_GET_ITEM,
      Operation.QUERY,
      Operation.PUT_ITEM,
      Operation.UPDATE_ITEM,
      Operation.DELETE_ITEM,
      Operation.TRANSACT_WRITE_ITEMS,
    ];
    const period = Duration.minutes(5);
    new ImpactAlarm(this, 'TableErrors', {
      impact: 'The table does not answer. Members see « service indisponible » whatever they do.',
      topic: this.topic,
      metric: this.table.metricSystemErrorsForOperations({ operations, period }),
      threshold: 5,
    });
    new ImpactAlarm(this, 'TableThrottles', {
      impact: 'The table receives too many requests and refuses some. Some members wait or have to try again.',
      topic: this.topic,
      metric: this.table.metricThrottledRequestsForOperations({ operations, period }),
      threshold: 5,
    });
    new ImpactAlarm(this, 'IndexThrottles', {
      impact: 'An index of the table receives too many requests. Lists are late, and some acts of members are refused.',
      topic: this.topic,
      metric: this.indexThrottles(period),
      threshold: 5,
    });
  }

  /** Reads of an index are refused by themselves; a write that an index refuses is refused by the table. */
  private indexThrottles(period: Duration) {
    const throttles = Object.keys(tableShape.indexes).flatMap((name) =>
      ['Read', 'Write'].map((kind): [string, Metric] => [
        `${name}${kind}`,
        new Metric({
          namespace: 'AWS/DynamoDB',
          metricName: `${kind}ThrottleEvents`,
          dimensionsMap: { TableName: this.table.tableName, GlobalSecondaryIndexName: name },
          statistic: 'Sum',
          period,
        }),
      ]),
    );
    return new MathExpression({
      expression: `SUM([${throttles.map(([id]) => id).join(', ')}])`,
      usingMetrics: Object.fromEntries(throttles),
      period,
    });
  }
}

const text = (name: string) => ({ name, type: AttributeType.STRING });

const index = (indexName: string, shape: IndexShape): GlobalSecondaryIndexPropsV2 => ({
  indexName,
  partitionKey: text(`${indexName}pk`),
  sortKey: text(`${indexName}sk`),
  projectionType: ProjectionType[shape.projection],
  nonKeyAttributes: 'attributes' in shape ? [...shape.attributes] : undefined,
});
