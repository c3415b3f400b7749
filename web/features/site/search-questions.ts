import { foldPlace } from '#shared/values/places.ts';
import { type QuestionGroup, questionGroups } from '#web/features/site/faq-words.ts';

const plain = (text: string) => foldPlace(text).replaceAll(/(\p{L}{3})[sx]\b/gu, '$1');

/** The groups with the questions that contain every searched word, in the singular or the plural. */
export function searchQuestions(wanted: string): QuestionGroup[] {
  const words = plain(wanted).split(' ').filter(Boolean);
  return questionGroups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => {
        const text = plain([group.title, question, ...answer].join(' '));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}
