import { useState } from 'react';
import { deviceStore } from '#web/lib/storage.ts';
import type { Language } from './texts.ts';

const key = 'envoyage.language';
const languageIn = (text: string | null): Language | undefined => (text === 'fr' || text === 'ar' ? text : undefined);

/** The language that the device keeps, else the first of its languages that the page has, else French. */
const first = (): Language =>
  languageIn(deviceStore.read(key)) ??
  navigator.languages.map((tag) => languageIn(tag.slice(0, 2).toLowerCase())).find((one) => one !== undefined) ??
  'fr';

export function useLanguage(): [Language, choose: (language: Language) => void] {
  const [language, setLanguage] = useState(first);
  const choose = (next: Language) => {
    deviceStore.keep(key, next);
    setLanguage(next);
  };
  return [language, choose];
}
