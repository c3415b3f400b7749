import { command } from './command.ts';
import { redrive } from './redrive/redrive.ts';
import { openStage } from './stage.ts';

/** `npm run redrive`: gives functions their failed events again. Uses the credentials of this terminal. */
await command(async () => {
  const { settings, clients } = await openStage();
  await redrive(settings, clients, (line) => console.log(line));
});
