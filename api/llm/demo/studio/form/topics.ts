import type { FormField } from '../../../../content/form/document.ts';

/** Subjects that forms ask about often, with a good question for each. */
const TOPICS: readonly (readonly [RegExp, FormField])[] = [
  [/^(?:food )?allerg(?:y|ies)$/, { type: 'text', key: 'allergies', label: 'Do you have any allergies?' }],
  [/^(?:e-?mails?|mail)(?: address(?:es)?)?$/, { type: 'email', key: 'email', label: 'Your e-mail address' }],
  [/^(?:full )?names?$/, { type: 'text', key: 'name', label: 'Your name' }],
  [
    /^(?:tele|mobile |cell)?phone(?: numbers?)?$|^mobile(?: number)?$/,
    { type: 'text', key: 'phone', label: 'Your phone number' },
  ],
  [/^age$/, { type: 'number', key: 'age', label: 'How old are you?', range: { min: 0, max: 120 } }],
  [/^(?:birthday|date of birth)$/, { type: 'date', key: 'birthday', label: 'Your date of birth' }],
  [/^(?:postal )?address(?:es)?$/, { type: 'long', key: 'address', label: 'Your address' }],
  [/^(?:city|town|place)$/, { type: 'text', key: 'city', label: 'Your town' }],
  [
    /^(?:company|organi[sz]ation|employer)$/,
    { type: 'text', key: 'company', label: 'Your company or organisation' },
  ],
  [/^(?:web\s?site|home\s?page|url)$/, { type: 'text', key: 'website', label: 'Your web address' }],
  [
    /^(?:food|diet|dietary (?:needs|requirements|restrictions|wishes)|vegetarian food)$/,
    {
      type: 'multi',
      key: 'food',
      label: 'What should we know about your food?',
      options: ['Vegetarian', 'Vegan', 'Gluten-free', 'No nuts'],
    },
  ],
  [
    /^(?:guests?|companions?|plus ones?)$/,
    {
      type: 'number',
      key: 'guests',
      label: 'How many others do you bring along?',
      range: { min: 0, max: 10 },
    },
  ],
  [/^(?:arrival|arrival date)$/, { type: 'date', key: 'arrival', label: 'When do you arrive?' }],
  [/^parking(?: space)?$/, { type: 'bool', key: 'parking', label: 'Do you need a parking space?' }],
  [
    /^(?:travel|transport|how (?:they|people) (?:come|get there|travel))$/,
    {
      type: 'choice',
      key: 'travel',
      label: 'How do you get here?',
      options: ['On foot', 'By bicycle', 'By bus or train', 'By car'],
    },
  ],
  [/^(?:newsletter|news|updates)$/, { type: 'bool', key: 'news', label: 'May we send you news by e-mail?' }],
  [
    /^(?:recommendations?|recommending(?: us)?)$/,
    {
      type: 'choice',
      key: 'recommend',
      label: 'Would you recommend us to a friend?',
      options: ['Yes', 'Perhaps', 'No'],
    },
  ],
  [
    /^(?:t-?\s?)?shirt(?: size)?s?$/,
    { type: 'choice', key: 'shirt', label: 'Which shirt size do you wear?', options: ['S', 'M', 'L', 'XL'] },
  ],
  [/^(?:overall )?satisfaction$/, { type: 'rating', key: 'satisfaction', label: 'How satisfied are you?' }],
  [
    /^(?:comments?|remarks?|other wishes|anything else|notes?)$/,
    { type: 'long', key: 'comments', label: 'Anything else that you want to say?' },
  ],
];

/** The question that belongs to a subject such as "allergies"; null for one that is not known. */
export function topicOf(words: string): FormField | null {
  const bare = words
    .toLowerCase()
    .replace(/^(?:the|an?|your|their|people['’]s|any|some|possible)\s+/u, '')
    .replace(/[\s?]+$/u, '')
    .trim();
  return TOPICS.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
}
