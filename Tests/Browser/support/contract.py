"""The contract of pages with tests and tools: policy, elements and attributes, schemes, selectors."""

# The Content-Security-Policy of every page, directive by directive.
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self'",
    "media-src": "'self'",
    "font-src": "'self'",
    "frame-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}

# Elements and attributes that a page may hold. Anything else came from a message.
ELEMENTS = set("""
html head meta title link script style body main header footer nav section article div p span a b i u s em strong
code pre br img svg path g use defs symbol rect circle text h1 h2 h3 h4 ul ol li dl dt dd time button label input
form select option dialog details summary figure figcaption video audio source blockquote hr table thead tbody tr th td mark del ins
abbr small sub sup bdi wbr template q
""".split())
ATTRIBUTES = set("""
id class style href src alt title lang dir rel charset name content http-equiv media type role tabindex hidden datetime
width height viewbox d fill transform x y cx cy r rx ry focusable preserveaspectratio xmlns target download loading
decoding controls preload loop muted playsinline poster crossorigin sizes as placeholder value for autocomplete spellcheck open colspan rowspan
start reversed cite referrerpolicy defer async translate inputmode enterkeyhint maxlength min max minlength step scope
stroke stroke-width fill-rule fill-opacity clip-path clip-rule points x1 x2 y1 y2
""".split())
ATTRIBUTE_PREFIXES = ("data-", "aria-")

# Schemes a link may have; a link without a scheme stays within the site.
SCHEMES = {"http", "https", "mailto", "tel", "sms", "geo", "magnet", "xmpp", "matrix", "tg"}

PREVIOUS, NEXT = "a[rel~=prev]", "a[rel~=next]"
