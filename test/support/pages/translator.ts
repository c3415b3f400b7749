/**
 * Imitates the translator of Chrome until the returned function is called: it replaces each text node, also of what
 * comes later, by `<font><font>…`. The words stay, so that they can be looked for. It is sent to browsers as it is.
 */
export function translatePage(): () => void {
  const untouched = ['SCRIPT', 'STYLE', 'TEXTAREA', 'CODE', 'PRE', 'FONT', 'TITLE', 'OPTION'];
  const translate = (text: Node) => {
    const parent = text.parentElement;
    if (!parent || !text.nodeValue?.trim() || untouched.includes(parent.nodeName)) return;
    if (parent.closest('[translate=no], .notranslate, svg')) return;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    inner.textContent = text.nodeValue;
    parent.replaceChild(outer, text);
  };
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) translate(text);
  };
  document.documentElement.classList.add('translated-rtl');
  document.documentElement.lang = 'ar';
  translateIn(document.body);
  const changes = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') translateIn(target);
      for (const node of addedNodes) if (node.nodeName !== 'FONT') translateIn(node);
    }
  });
  changes.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => changes.disconnect();
}
