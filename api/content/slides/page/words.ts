import type { Language } from '../../page/language.ts';
import { row, voiceIn, type Blanks, type Row, type Voice } from '../../page/texts.ts';

/** Every word of the page that is not the author's. */
const TEXTS = {
  slide: row('slide', 'Folie', 'diapositive', 'diapositiva', 'شريحة'),
  slideOf: row(
    'Slide {n} of {count}',
    'Folie {n} von {count}',
    'Diapositive {n} sur {count}',
    'Diapositiva {n} de {count}',
    'الشريحة {n} من {count}',
  ),
  place: row('{n} / {count}', '{n} / {count}', '{n} / {count}', '{n} / {count}', '{n} / {count}'),
  controls: row('Slide controls', 'Foliensteuerung', 'Commandes', 'Controles', 'أدوات التحكم'),
  next: row(
    'Next slide',
    'Nächste Folie',
    'Diapositive suivante',
    'Diapositiva siguiente',
    'الشريحة التالية',
  ),
  previous: row(
    'Previous slide',
    'Vorige Folie',
    'Diapositive précédente',
    'Diapositiva anterior',
    'الشريحة السابقة',
  ),
  first: row('First slide', 'Erste Folie', 'Première diapositive', 'Primera diapositiva', 'الشريحة الأولى'),
  last: row('Last slide', 'Letzte Folie', 'Dernière diapositive', 'Última diapositiva', 'الشريحة الأخيرة'),
  overview: row('Overview', 'Übersicht', 'Vue d’ensemble', 'Vista general', 'نظرة عامة'),
  presenter: row('Speaker view', 'Referentenansicht', 'Mode intervenant', 'Vista del orador', 'عرض المتحدث'),
  fullScreen: row('Full screen', 'Vollbild', 'Plein écran', 'Pantalla completa', 'ملء الشاشة'),
  black: row('Black screen', 'Schwarzer Bildschirm', 'Écran noir', 'Pantalla en negro', 'شاشة سوداء'),
  blackNow: row(
    'The screen is black. Any key brings the slide back.',
    'Der Bildschirm ist schwarz. Eine beliebige Taste zeigt die Folie wieder.',
    'L’écran est noir. Appuyez sur une touche pour revenir à la diapositive.',
    'La pantalla está en negro. Pulsa cualquier tecla para volver a la diapositiva.',
    'الشاشة سوداء. اضغط أي مفتاح للعودة إلى الشريحة.',
  ),
  help: row('Keys', 'Tasten', 'Touches', 'Teclas', 'المفاتيح'),
  close: row('Close', 'Schließen', 'Fermer', 'Cerrar', 'إغلاق'),
  goTo: row(
    'Go to a slide',
    'Zu einer Folie',
    'Aller à une diapositive',
    'Ir a una diapositiva',
    'الانتقال إلى شريحة',
  ),
  goingTo: row(
    'Slide {n}: press Enter',
    'Folie {n}: Eingabetaste drücken',
    'Diapositive {n} : appuyez sur Entrée',
    'Diapositiva {n}: pulsa Intro',
    'الشريحة {n}: اضغط Enter',
  ),
  digits: row(
    'Digits, then Enter',
    'Ziffern, dann Eingabe',
    'Chiffres puis Entrée',
    'Cifras y luego Intro',
    'أرقام ثم Enter',
  ),
  space: row('Space', 'Leertaste', 'Espace', 'Espacio', 'مسافة'),
  letters: row(
    'Letters, digits and signs are shortcuts',
    'Buchstaben, Ziffern und Zeichen sind Kurzbefehle',
    'Lettres, chiffres et signes servent de raccourcis',
    'Las letras, cifras y signos son atajos',
    'الحروف والأرقام والعلامات اختصارات',
  ),
  now: row('Now', 'Jetzt', 'En ce moment', 'Ahora', 'الآن'),
  upNext: row('Next', 'Danach', 'Ensuite', 'Después', 'التالي'),
  noNext: row(
    'This is the last slide.',
    'Das ist die letzte Folie.',
    'C’est la dernière diapositive.',
    'Esta es la última diapositiva.',
    'هذه هي الشريحة الأخيرة.',
  ),
  notes: row('Notes', 'Notizen', 'Notes', 'Notas', 'ملاحظات'),
  noNotes: row(
    'No notes for this slide.',
    'Keine Notizen zu dieser Folie.',
    'Pas de notes pour cette diapositive.',
    'No hay notas para esta diapositiva.',
    'لا توجد ملاحظات لهذه الشريحة.',
  ),
  elapsed: row('Time so far', 'Bisherige Zeit', 'Temps écoulé', 'Tiempo transcurrido', 'الوقت المنقضي'),
  clock: row('Clock', 'Uhrzeit', 'Heure', 'Hora', 'الساعة'),
  pause: row('Pause', 'Anhalten', 'Pause', 'Pausar', 'إيقاف مؤقت'),
  goOn: row('Continue', 'Weiter', 'Reprendre', 'Continuar', 'متابعة'),
  restart: row('Start again', 'Neu beginnen', 'Recommencer', 'Empezar de nuevo', 'البدء من جديد'),
} satisfies Readonly<Record<string, Row>>;

export type TextName = keyof typeof TEXTS;

/** The words of the page in one language. */
export interface Words extends Pick<Voice, 'language' | 'direction' | 'number'> {
  say(text: TextName, blanks?: Blanks): string;
}

export function wordsIn(language: Language): Words {
  const { direction, number, fill } = voiceIn(language);
  return { language, direction, number, say: (text, blanks) => fill(TEXTS[text], blanks) };
}
