import type { App } from 'aws-cdk-lib';
import { RootAdminStack } from '#infra/stacks/identity-stack.ts';
import type { Builds } from './builds.ts';
import type { Settings } from './config.ts';
import { AlarmsStack } from './stacks/alarms-stack.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EdgeLogStack } from './stacks/edge-log-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { FilesStack } from './stacks/files-stack.ts';
import { IdentityStack } from './stacks/identity-stack.ts';
import { LiveStack } from './stacks/live-stack.ts';
import { MailStack } from './stacks/mail-stack.ts';
import { WebStack } from './stacks/web-stack.ts';

/**
 * The eleven stacks of one deployment, in the order in which they are made: each refers only to those above it. The
 * template of each is sent by `cdk deploy` and executed by the local stack.
 */
export function makeProduct(app: App, settings: Settings, builds: Builds) {
  const edge = new EdgeStack(app, settings);
  const data = new DataStack(app, settings);
  const mail = new MailStack(app, settings);
  const identity = new IdentityStack(app, settings, builds, data);
  const rootAdmin = new RootAdminStack(app, settings, builds, { data, identity });
  const files = new FilesStack(app, settings, builds, data);
  const live = new LiveStack(app, settings, builds, { data, mail, identity, files });
  const api = new ApiStack(app, settings, builds, { data, mail, identity, files, live });
  const web = new WebStack(app, settings, builds, { edge, identity, files, api, live });
  const edgeLog = new EdgeLogStack(app, settings, web);
  const alarms = new AlarmsStack(app, settings, { data, identity, files, api, live });
  return { edge, data, mail, identity, rootAdmin, files, live, api, web, edgeLog, alarms };
}

export type Product = ReturnType<typeof makeProduct>;
