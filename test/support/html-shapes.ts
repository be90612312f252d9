/**
 * Shapes of HTML that people and models write. `¦` marks where the bridge belongs: before the first markup, behind what
 * may stand ahead of it. None of them is more than text to the parser of the test that reads it.
 */
export const HTML_SHAPES: Readonly<Record<string, string>> = {
  'an ordinary page':
    '<!doctype html>\n¦<html lang="en"><head><title>t</title></head><body><p>Hello</p></body></html>',
  'doctype in capitals': '<!DOCTYPE HTML>¦<html><body>Hello</body></html>',
  'doctype in mixed case': '<!DocType Html>¦<p>Hello',
  'an old public doctype':
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\r\n¦<html><body>Hello</body></html>',
  'no doctype': '¦<html><body>Hello</body></html>',
  'no html element': '<!doctype html>¦<head><title>t</title></head><body>Hello</body>',
  'no head': '<!doctype html>¦<html><body>Hello</body></html>',
  'only a body': '¦<body class="a">Hello</body>',
  'a fragment': '¦<p>Hello <b>you</b></p>',
  'only text': '¦Hello',
  'an entity first': '<!doctype html>¦&lt;Hello&gt;',
  'an empty file': '¦',
  'only a doctype': '<!doctype html>¦',
  'only space': ' \n\t ¦',
  'space before the doctype': '\n\n  <!doctype html>\n¦<p>Hello',
  'a comment before the doctype': '<!-- made by hand -->\n<!doctype html>\n¦<html><body>Hello</body></html>',
  'a comment after the doctype': '<!doctype html><!-- a > b -->¦<html><body>Hello</body></html>',
  'several comments': '<!-- 1 --><!-- 2 --><!doctype html><!-- 3 --> <!-- 4 -->\n¦<p>Hello',
  'markup in a comment': '<!-- <html><head><script>1</script></head> -->¦<p>Hello',
  'a doctype in a comment': '<!-- <!doctype html> -->¦<p>Hello',
  'an empty comment': '<!---->¦<p>Hello',
  'a comment cut short': '<!-->¦<p>Hello',
  'a comment cut short with a dash': '<!--->¦<p>Hello',
  'a comment ended with a bang': '<!-- x --!>¦<p>Hello --> there',
  'a comment with dashes': '<!-- a -- b - -> c -->¦<p>Hello',
  'a comment that never ends': '¦<!-- <p>Hello',
  'a conditional comment': '<!doctype html><!--[if lt IE 9]><script>1</script><![endif]-->¦<html><body>Hello',
  'an xml declaration':
    '<?xml version="1.0" encoding="utf-8"?>\n<!doctype html>¦<html><body>Hello</body></html>',
  'a bogus comment': '<!weird thing>¦<p>Hello',
  'a byte order mark': '\ufeff<!doctype html>¦<p>Hello',
  'a byte order mark alone': '\ufeff¦<p>Hello',
  'a late doctype': '¦<p>Hello</p><!doctype html>',
  'a second doctype': '<!doctype html>¦<!doctype html><p>Hello',
  'a doctype that never ends': '¦<!doctype html',
  'a script first': '<!doctype html>¦<script>window.first=typeof platform</script><p>Hello',
  'a script first without doctype': '¦<script>window.first=typeof platform</script><p>Hello',
  'a base element': '<!doctype html>¦<html><head><base href="/elsewhere/"><title>t</title></head><body>Hello',
  'a frameset':
    '<!doctype html>¦<html><head><title>t</title></head><frameset cols="*"><noframes>n</noframes></frameset></html>',
  'attributes with tags inside':
    '<!doctype html>¦<html data-a="<head>" data-b=\'</html>\'><body>Hello</body></html>',
  'a closing tag first': '¦</p>Hello',
  'a template first': '<!doctype html>¦<template><script>1</script></template><p>Hello',
  'a title that holds a tag': '<!doctype html>¦<title><head></title><p>Hello',
  'windows line ends': '<!doctype html>\r\n\r\n¦<html>\r\n<body>Hello</body></html>',
  'a form feed': '\f<!doctype html>\f¦<p>Hello',
  'text in other scripts': '<!doctype html>¦<p>こんにちは, שלום, 👋🏽 \u2028</p>',
  'a page that defines platform':
    '<!doctype html>¦<script>var platform = window.platform;window.first=typeof platform</script><p>Hello',
};
