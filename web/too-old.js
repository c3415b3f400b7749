/*
 * Shows the sentence of index.html in browsers that cannot run the application. It is written in the syntax of 2010,
 * and tests for a feature that the oldest browser of rule 200 has and older ones lack. It also shows the sentence for a
 * module that the browser cannot parse, or that fails before the page has started. Once the page starts, it hides the
 * sentence: React recovers from changes by extensions and translators, and reports them as an error.
 */
(function () {
  function tell() {
    var sentence = document.getElementById('too-old');
    if (!sentence || !sentence.hidden) return;
    sentence.hidden = false;
    // Older browsers do not read the layers of our styles.
    sentence.style.cssText = 'margin:0;padding:16px;background:#fff4ce;color:#1f1300;font:16px/1.5 sans-serif';
  }
  function hasBegun() {
    var root = document.getElementById('root');
    return root && root.firstChild && !root.hasAttribute('data-path');
  }
  var isOld = !('inert' in document.createElement('p')) || !Array.prototype.findLast || !window.HTMLDialogElement;
  if (isOld) tell();
  document.addEventListener('envoyage.alive', function () {
    var sentence = document.getElementById('too-old');
    if (sentence && !isOld) sentence.hidden = true;
  });
  window.addEventListener('error', function (event) {
    var isOurs = String(event.filename).indexOf(location.origin) === 0;
    if (isOurs && event.error && !hasBegun()) tell();
  });
  // How an imported file fails: without a network it is a TypeError, and the page is not too new.
  window.addEventListener('unhandledrejection', function (event) {
    if (event.reason instanceof SyntaxError && !hasBegun()) tell();
  });
})();
