/** Prints `theme.generated.css`: `node web/theme/build.ts > web/theme/theme.generated.css`. */
import { createTheme } from '@aws-amplify/ui-react';
import { theme } from '#web/theme/theme.ts';

function variables({ cssText }: { cssText: string }): Map<string, string> {
  return new Map(
    [...cssText.matchAll(/(--amplify[^:]+):([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}

/** The stylesheet of our theme: only the variables that differ from Amplify's own. */
export function themeStylesheet(): string {
  const standard = variables(createTheme());
  const changed = [...variables(theme)].filter(([name, value]) => standard.get(name) !== value);
  const lines = changed.map(([name, value]) => `  ${name}: ${value};`);
  return [':root,', '[data-amplify-theme] {', ...lines, '}'].join('\n');
}

if (import.meta.main) console.log(themeStylesheet());
