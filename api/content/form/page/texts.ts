import type { Language } from '../../page/language.ts';
import { row, type Row } from '../../page/texts.ts';

/** A text by plural category (Intl.PluralRules): `other` is in each language. */
type PluralRow = Readonly<
  Record<Language, Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>>
>;

/** Every word of the page that is not the author's. */
export const TEXTS = {
  required: row('Required', 'Pflichtfeld', 'Obligatoire', 'Obligatorio', 'مطلوب'),
  send: row('Send', 'Absenden', 'Envoyer', 'Enviar', 'إرسال'),
  sending: row('Sending…', 'Wird gesendet…', 'Envoi en cours…', 'Enviando…', 'جارٍ الإرسال…'),
  next: row('Continue', 'Weiter', 'Continuer', 'Continuar', 'متابعة'),
  back: row('Back', 'Zurück', 'Retour', 'Atrás', 'رجوع'),
  toReview: row(
    'Back to review',
    'Zurück zur Übersicht',
    'Revenir au récapitulatif',
    'Volver al resumen',
    'العودة إلى المراجعة',
  ),
  review: row(
    'Review your answers',
    'Antworten prüfen',
    'Vérifiez vos réponses',
    'Revisa tus respuestas',
    'راجع إجاباتك',
  ),
  change: row('Change', 'Ändern', 'Modifier', 'Cambiar', 'تعديل'),
  changeOf: row(
    'Change: {label}',
    'Ändern: {label}',
    'Modifier : {label}',
    'Cambiar: {label}',
    'تعديل: {label}',
  ),
  noAnswer: row('No answer', 'Keine Antwort', 'Sans réponse', 'Sin respuesta', 'لا إجابة'),
  clear: row('Clear choice', 'Auswahl aufheben', 'Effacer le choix', 'Quitar selección', 'إلغاء الاختيار'),
  clearOf: row(
    'Clear choice: {label}',
    'Auswahl aufheben: {label}',
    'Effacer le choix : {label}',
    'Quitar selección: {label}',
    'إلغاء الاختيار: {label}',
  ),
  choose: row(
    'Choose an option',
    'Bitte auswählen',
    'Choisissez une option',
    'Elige una opción',
    'اختر خيارًا',
  ),
  yes: row('Yes', 'Ja', 'Oui', 'Sí', 'نعم'),
  no: row('No', 'Nein', 'Non', 'No', 'لا'),
  progress: row('{n} of {total}', '{n} von {total}', '{n} sur {total}', '{n} de {total}', '{n} من {total}'),
  multiHint: row(
    'Choose as many as you like.',
    'Mehrere Antworten sind möglich.',
    'Plusieurs réponses sont possibles.',
    'Puedes elegir varias.',
    'يمكنك اختيار أكثر من إجابة.',
  ),
  rangeHint: row(
    'A number from {min} to {max}.',
    'Eine Zahl von {min} bis {max}.',
    'Un nombre entre {min} et {max}.',
    'Un número de {min} a {max}.',
    'رقم من {min} إلى {max}.',
  ),
  ratingOf: row('{n} of {max}', '{n} von {max}', '{n} sur {max}', '{n} de {max}', '{n} من {max}'),
  enterHint: row(
    'or press Enter',
    'oder Eingabetaste',
    'ou appuyez sur Entrée',
    'o pulsa Intro',
    'أو اضغط Enter',
  ),
  longHint: row(
    'or press Ctrl + Enter',
    'oder Strg + Eingabe',
    'ou appuyez sur Ctrl + Entrée',
    'o pulsa Ctrl + Intro',
    'أو اضغط Ctrl + Enter',
  ),
  thanks: row('Thank you', 'Vielen Dank', 'Merci', 'Gracias', 'شكرًا لك'),
  thanksText: row(
    'Your answer was received.',
    'Ihre Antwort ist angekommen.',
    'Votre réponse a bien été reçue.',
    'Hemos recibido tu respuesta.',
    'تم استلام إجابتك.',
  ),
  again: row(
    'Send another answer',
    'Noch eine Antwort senden',
    'Envoyer une autre réponse',
    'Enviar otra respuesta',
    'إرسال إجابة أخرى',
  ),
  closed: row(
    'This form is closed',
    'Dieses Formular ist geschlossen',
    'Ce formulaire est fermé',
    'Este formulario está cerrado',
    'هذا النموذج مغلق',
  ),
  closedText: row(
    'It takes no more answers.',
    'Es nimmt keine Antworten mehr an.',
    'Il n’accepte plus de réponses.',
    'Ya no admite respuestas.',
    'لم يعد يستقبل الإجابات.',
  ),
  draft: row(
    'Your answers from before are filled in.',
    'Ihre Antworten von vorhin sind eingetragen.',
    'Vos réponses précédentes ont été reprises.',
    'Hemos recuperado tus respuestas anteriores.',
    'تمت استعادة إجاباتك السابقة.',
  ),
  startOver: row('Start over', 'Neu beginnen', 'Recommencer', 'Empezar de nuevo', 'البدء من جديد'),
  kept: row(
    'Draft saved on this device',
    'Entwurf auf diesem Gerät gesichert',
    'Brouillon enregistré sur cet appareil',
    'Borrador guardado en este dispositivo',
    'المسودة محفوظة على هذا الجهاز',
  ),
  offline: row(
    'You are offline. What you type is kept.',
    'Sie sind offline. Ihre Eingaben bleiben erhalten.',
    'Vous êtes hors ligne. Votre saisie est conservée.',
    'Estás sin conexión. Lo que escribas se conserva.',
    'أنت غير متصل. ما تكتبه محفوظ.',
  ),
  queued: row(
    'Your answer is kept on this device and is sent as soon as there is a connection.',
    'Ihre Antwort ist auf diesem Gerät gesichert und wird gesendet, sobald eine Verbindung besteht.',
    'Votre réponse est conservée sur cet appareil et sera envoyée dès que la connexion sera rétablie.',
    'Tu respuesta está guardada en este dispositivo y se enviará en cuanto haya conexión.',
    'إجابتك محفوظة على هذا الجهاز وستُرسل فور عودة الاتصال.',
  ),
  queuedOpen: row(
    'Your answer is not sent yet. Keep this page open: it is sent as soon as there is a connection.',
    'Ihre Antwort ist noch nicht gesendet. Lassen Sie diese Seite offen: Sie wird gesendet, sobald eine Verbindung besteht.',
    'Votre réponse n’est pas encore envoyée. Laissez cette page ouverte : elle sera envoyée dès que la connexion sera rétablie.',
    'Tu respuesta aún no se ha enviado. Deja esta página abierta: se enviará en cuanto haya conexión.',
    'لم تُرسل إجابتك بعد. أبقِ هذه الصفحة مفتوحة: ستُرسل فور عودة الاتصال.',
  ),
  waiting: row(
    'Waiting for a connection',
    'Warten auf Verbindung',
    'En attente de connexion',
    'Esperando conexión',
    'بانتظار الاتصال',
  ),
  tryNow: row('Try now', 'Jetzt versuchen', 'Essayer maintenant', 'Intentar ahora', 'حاول الآن'),
  edit: row(
    'Change the answer',
    'Antwort ändern',
    'Modifier la réponse',
    'Cambiar la respuesta',
    'تعديل الإجابة',
  ),
  trap: row(
    'Leave this empty',
    'Dieses Feld leer lassen',
    'Laissez ce champ vide',
    'Deja este campo vacío',
    'اترك هذا الحقل فارغًا',
  ),
} satisfies Readonly<Record<string, Row>>;

/** What is wrong with one answer, and what to do. */
export const MISTAKES = {
  missing: row(
    'Please fill this in.',
    'Bitte füllen Sie dieses Feld aus.',
    'Veuillez remplir ce champ.',
    'Rellena este campo.',
    'يرجى ملء هذا الحقل.',
  ),
  missingChoice: row(
    'Please choose an answer.',
    'Bitte wählen Sie eine Antwort.',
    'Veuillez choisir une réponse.',
    'Elige una respuesta.',
    'يرجى اختيار إجابة.',
  ),
  email: row(
    'This is not a complete e-mail address. It looks like name@example.org.',
    'Das ist keine vollständige E-Mail-Adresse. Sie sieht aus wie name@example.org.',
    'Cette adresse e-mail est incomplète. Exemple : nom@example.org.',
    'Esta dirección de correo no está completa. Ejemplo: nombre@example.org.',
    'عنوان البريد غير مكتمل. مثال: name@example.org.',
  ),
  number: row(
    'Please enter a number, such as 12 or 3.5.',
    'Bitte geben Sie eine Zahl ein, etwa 12 oder 3,5.',
    'Veuillez saisir un nombre, par exemple 12 ou 3,5.',
    'Escribe un número, por ejemplo 12 o 3,5.',
    'يرجى إدخال رقم، مثل 12 أو 3.5.',
  ),
  range: row(
    'Please enter a number from {min} to {max}.',
    'Bitte geben Sie eine Zahl von {min} bis {max} ein.',
    'Veuillez saisir un nombre entre {min} et {max}.',
    'Escribe un número de {min} a {max}.',
    'يرجى إدخال رقم من {min} إلى {max}.',
  ),
  date: row(
    'Please enter a full date that exists.',
    'Bitte geben Sie ein vollständiges, gültiges Datum ein.',
    'Veuillez saisir une date complète et valide.',
    'Escribe una fecha completa y válida.',
    'يرجى إدخال تاريخ كامل وصحيح.',
  ),
  option: row(
    'Please choose one of the options shown.',
    'Bitte wählen Sie eine der gezeigten Möglichkeiten.',
    'Veuillez choisir parmi les options proposées.',
    'Elige una de las opciones mostradas.',
    'يرجى الاختيار من الخيارات المعروضة.',
  ),
  long: row(
    'This is too long: {max} characters are the most.',
    'Das ist zu lang: höchstens {max} Zeichen.',
    'Texte trop long : {max} caractères au maximum.',
    'Es demasiado largo: {max} caracteres como máximo.',
    'النص طويل جدًا: {max} حرف كحد أقصى.',
  ),
  characters: row(
    'This has a character that cannot be stored. Please remove it.',
    'Ein Zeichen darin kann nicht gespeichert werden. Bitte entfernen Sie es.',
    'Un caractère ne peut pas être enregistré. Veuillez le retirer.',
    'Tiene un carácter que no se puede guardar. Quítalo.',
    'يوجد حرف لا يمكن حفظه. يرجى حذفه.',
  ),
} satisfies Readonly<Record<string, Row>>;

/** Why nothing was stored although every answer fits; what was typed stays. */
export const PROBLEMS = {
  rate_limited: row(
    'Too many answers came from your network just now. Yours is still here: please send it again in a minute.',
    'Aus Ihrem Netz kamen gerade zu viele Antworten. Ihre ist noch hier: Bitte senden Sie sie in einer Minute erneut.',
    'Trop de réponses viennent d’arriver de votre réseau. La vôtre est toujours là : renvoyez-la dans une minute.',
    'Han llegado demasiadas respuestas desde tu red. La tuya sigue aquí: vuelve a enviarla en un minuto.',
    'وصلت إجابات كثيرة من شبكتك الآن. إجابتك ما زالت هنا: أعد إرسالها بعد دقيقة.',
  ),
  conflict: row(
    'This form has an answer from this page or this browser already.',
    'Von dieser Seite oder diesem Browser liegt schon eine Antwort vor.',
    'Une réponse a déjà été envoyée depuis cette page ou ce navigateur.',
    'Ya hay una respuesta enviada desde esta página o este navegador.',
    'توجد بالفعل إجابة من هذه الصفحة أو هذا المتصفح.',
  ),
  too_large: row(
    'These answers are too long together. Please shorten them.',
    'Diese Antworten sind zusammen zu lang. Bitte kürzen Sie sie.',
    'Ces réponses sont trop longues ensemble. Veuillez les raccourcir.',
    'Estas respuestas son demasiado largas en conjunto. Acórtalas.',
    'هذه الإجابات طويلة جدًا معًا. يرجى اختصارها.',
  ),
  not_found: row(
    'This form is not there any more.',
    'Dieses Formular gibt es nicht mehr.',
    'Ce formulaire n’existe plus.',
    'Este formulario ya no existe.',
    'لم يعد هذا النموذج موجودًا.',
  ),
  other: row(
    'Your answer could not be stored. It is still here: please try again.',
    'Ihre Antwort konnte nicht gespeichert werden. Sie ist noch hier: Bitte versuchen Sie es erneut.',
    'Votre réponse n’a pas pu être enregistrée. Elle est toujours là : réessayez.',
    'No se pudo guardar tu respuesta. Sigue aquí: inténtalo de nuevo.',
    'تعذّر حفظ إجابتك. ما زالت هنا: حاول مرة أخرى.',
  ),
} satisfies Readonly<Record<string, Row>>;

export const PLURALS = {
  mistakes: {
    en: { one: 'One answer needs another look', other: '{n} answers need another look' },
    de: { one: 'Eine Antwort bitte noch einmal ansehen', other: '{n} Antworten bitte noch einmal ansehen' },
    fr: {
      one: '{n} réponse est à revoir',
      many: '{n} réponses sont à revoir',
      other: '{n} réponses sont à revoir',
    },
    es: {
      one: 'Hay una respuesta por revisar',
      many: 'Hay {n} respuestas por revisar',
      other: 'Hay {n} respuestas por revisar',
    },
    ar: {
      one: 'إجابة واحدة تحتاج إلى مراجعة',
      two: 'إجابتان تحتاجان إلى مراجعة',
      few: '{n} إجابات تحتاج إلى مراجعة',
      many: '{n} إجابة تحتاج إلى مراجعة',
      other: '{n} إجابة تحتاج إلى مراجعة',
    },
  },
  left: {
    en: { one: '{n} character left', other: '{n} characters left' },
    de: { other: 'Noch {n} Zeichen' },
    fr: { one: 'Encore {n} caractère', many: 'Encore {n} caractères', other: 'Encore {n} caractères' },
    es: { one: 'Queda {n} carácter', many: 'Quedan {n} caracteres', other: 'Quedan {n} caracteres' },
    ar: {
      one: 'بقي حرف واحد',
      two: 'بقي حرفان',
      few: 'بقيت {n} أحرف',
      many: 'بقي {n} حرفًا',
      other: 'بقي {n} حرف',
    },
  },
  over: {
    en: { one: '{n} character too many', other: '{n} characters too many' },
    de: { other: '{n} Zeichen zu viel' },
    fr: { one: '{n} caractère en trop', many: '{n} caractères en trop', other: '{n} caractères en trop' },
    es: { one: 'Sobra {n} carácter', many: 'Sobran {n} caracteres', other: 'Sobran {n} caracteres' },
    ar: {
      one: 'حرف واحد زائد',
      two: 'حرفان زائدان',
      few: '{n} أحرف زائدة',
      many: '{n} حرفًا زائدًا',
      other: '{n} حرف زائد',
    },
  },
} satisfies Readonly<Record<string, PluralRow>>;
