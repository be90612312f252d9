import type { StudioDiagnostic } from '../errors.ts';
import { hasDocumentPlace } from './insert-document.ts';

/**
 * What keeps a text from being a renderer: it has to be a template with the element that the document's JSON is written
 * into (spec 4.8). A page without it shows the same whatever the document says, and an empty text shows nothing at all;
 * whoever wants no renderer says null. The one rule for all ways by which a renderer is stored.
 */
export function rendererDiagnostics(html: string): readonly StudioDiagnostic[] {
  if (hasDocumentPlace(html)) return [];
  return [
    {
      code: 'no_document_place',
      message: 'The renderer has no element that the document is written into.',
      hint: 'Write `<script id="platform-doc" type="application/json"></script>` before the script that reads it. For the page of the kind itself, leave the renderer null.',
      path: '/renderer',
    },
  ];
}
