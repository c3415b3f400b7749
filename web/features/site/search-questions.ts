import { foldPlace } from '#shared/values/places.ts';
import { type QuestionGroup, questionGroups } from '#web/features/site/faq-words.ts';

/** The groups with the questions that contain every searched word, without regard to accents and case. */
export function searchQuestions(wanted: string): QuestionGroup[] {
  const words = foldPlace(wanted).split(' ').filter(Boolean);
  return questionGroups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => {
        const text = foldPlace([group.title, question, ...answer].join(' '));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}
