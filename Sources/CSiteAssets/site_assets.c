#include "CSiteAssets.h"

// A file added to Templates/ or Public/ gets its lines here and in the table below; a test names those forgotten.
//
// The table has the paths of a site's files. The rooms in which scripts and styles lie in the checkout are not part of them:
// scripts/search/terms.js is Public/terms.js there. The modules in scripts/chat/ are joined to Public/chat.js, in an order in which
// later ones use earlier ones as the script starts. styles/ is in Public/chat.css, which every page has, and Public/fronts.css,
// which pages of messages do without, in the order given here, in which later rules override earlier ones.

static const unsigned char arrival_js[] = {
#embed "../../Public/scripts/page/arrival.js"
};
static const unsigned char calendar_js[] = {
#embed "../../Public/scripts/dates/calendar.js"
};
static const unsigned char chat_css[] = {
#embed "../../Public/styles/page/page.css" suffix(, '\n',)
#embed "../../Public/styles/page/desk.css" suffix(, '\n',)
#embed "../../Public/styles/page/bar.css" suffix(, '\n',)
#embed "../../Public/styles/page/column.css" suffix(, '\n',)
#embed "../../Public/styles/messages/rows.css" suffix(, '\n',)
#embed "../../Public/styles/messages/folds.css" suffix(, '\n',)
#embed "../../Public/styles/messages/bubbles.css" suffix(, '\n',)
#embed "../../Public/styles/messages/text.css" suffix(, '\n',)
#embed "../../Public/styles/messages/quotes.css" suffix(, '\n',)
#embed "../../Public/styles/messages/cards.css" suffix(, '\n',)
#embed "../../Public/styles/media/players.css" suffix(, '\n',)
#embed "../../Public/styles/messages/states.css" suffix(, '\n',)
#embed "../../Public/styles/messages/code.css" suffix(, '\n',)
#embed "../../Public/styles/messages/reactions.css" suffix(, '\n',)
#embed "../../Public/styles/media/pictures.css" suffix(, '\n',)
#embed "../../Public/styles/messages/avatars.css" suffix(, '\n',)
#embed "../../Public/styles/dates/days.css" suffix(, '\n',)
#embed "../../Public/styles/messages/target.css" suffix(, '\n',)
#embed "../../Public/styles/page/window.css" suffix(, '\n',)
#embed "../../Public/styles/dates/pill.css" suffix(, '\n',)
#embed "../../Public/styles/dates/timeline.css" suffix(, '\n',)
#embed "../../Public/styles/page/arrival.css" suffix(, '\n',)
#embed "../../Public/styles/page/pins.css" suffix(, '\n',)
#embed "../../Public/styles/dates/calendar.css" suffix(, '\n',)
#embed "../../Public/styles/page/wide.css" suffix(, '\n',)
#embed "../../Public/styles/page/buttons.css" suffix(, '\n',)
#embed "../../Public/styles/page/dialogs.css" suffix(, '\n',)
#embed "../../Public/styles/search/search.css" suffix(, '\n',)
#embed "../../Public/styles/search/hits.css" suffix(, '\n',)
#embed "../../Public/styles/media/viewer.css" suffix(, '\n',)
#embed "../../Public/styles/messages/person.css" suffix(, '\n',)
#embed "../../Public/styles/messages/hints.css" suffix(, '\n',)
#embed "../../Public/styles/messages/rest.css" suffix(, '\n',)
#embed "../../Public/styles/messages/thread.css" suffix(, '\n',)
#embed "../../Public/styles/page/schemes.css" suffix(, '\n',)
#embed "../../Public/styles/page/flow.css" suffix(, '\n',)
#embed "../../Public/styles/page/print.css" suffix(, '\n',)
#embed "../../Public/styles/fronts/people.css" suffix(, '\n',)
#embed "../../Public/styles/fronts/tiles.css" suffix(, '\n',)
#embed "../../Public/styles/fronts/list.css"
};
static const unsigned char chat_js[] = {
#embed "../../Public/scripts/chat/basics.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/store.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/appearance.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/scripts.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/map-files.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/page-map.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/page-loader.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/scroller.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/message-window.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/scroll-anchor.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/motion.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/jumps.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/flow-signs.js" suffix(, '\n',)
#embed "../../Public/scripts/chat/opening.js"
};
static const unsigned char copy_js[] = {
#embed "../../Public/scripts/messages/copy.js"
};
static const unsigned char days_js[] = {
#embed "../../Public/scripts/dates/days.js"
};
static const unsigned char details_js[] = {
#embed "../../Public/scripts/messages/details.js"
};
static const unsigned char everywhere_js[] = {
#embed "../../Public/scripts/search/everywhere.js"
};
static const unsigned char dialogs_js[] = {
#embed "../../Public/scripts/page/dialogs.js"
};
static const unsigned char fonts_inter_italic_otf[] = {
#embed "../../Public/fonts/Inter-Italic.otf"
};
static const unsigned char fonts_inter_regular_otf[] = {
#embed "../../Public/fonts/Inter-Regular.otf"
};
static const unsigned char fonts_inter_semibold_otf[] = {
#embed "../../Public/fonts/Inter-SemiBold.otf"
};
static const unsigned char fonts_inter_semibolditalic_otf[] = {
#embed "../../Public/fonts/Inter-SemiBoldItalic.otf"
};
static const unsigned char fonts_jetbrainsmono_regular_ttf[] = {
#embed "../../Public/fonts/JetBrainsMono-Regular.ttf"
};
static const unsigned char fonts_license_inter_txt[] = {
#embed "../../Public/fonts/LICENSE-Inter.txt"
};
static const unsigned char fonts_license_jetbrainsmono_txt[] = {
#embed "../../Public/fonts/LICENSE-JetBrainsMono.txt"
};
static const unsigned char flow_js[] = {
#embed "../../Public/scripts/page/flow.js"
};
static const unsigned char frames_js[] = {
#embed "../../Public/scripts/page/frames.js"
};
static const unsigned char fronts_css[] = {
#embed "../../Public/styles/fronts/front.css" suffix(, '\n',)
#embed "../../Public/styles/fronts/statistics.css" suffix(, '\n',)
#embed "../../Public/styles/fronts/gallery.css" suffix(, '\n',)
#embed "../../Public/styles/fronts/paper.css" suffix(, '\n',)
#embed "../../Public/styles/fronts/overview.css" suffix(, '\n',)
#embed "../../Public/styles/fronts/inside.css"
};
static const unsigned char gallery_js[] = {
#embed "../../Public/scripts/fronts/gallery.js"
};
static const unsigned char hits_js[] = {
#embed "../../Public/scripts/search/hits.js"
};
static const unsigned char ids_js[] = {
#embed "../../Public/scripts/page/ids.js"
};
static const unsigned char keyboard_js[] = {
#embed "../../Public/scripts/page/keyboard.js"
};
static const unsigned char link_js[] = {
#embed "../../Public/scripts/messages/link.js"
};
static const unsigned char list_js[] = {
#embed "../../Public/scripts/fronts/list.js"
};
static const unsigned char months_js[] = {
#embed "../../Public/scripts/dates/months.js"
};
static const unsigned char lock_css[] = {
#embed "../../Public/styles/locked/lock.css"
};
static const unsigned char lock_js[] = {
#embed "../../Public/scripts/locked/lock.js"
};
static const unsigned char low_js[] = {
#embed "../../Public/scripts/page/low.js"
};
static const unsigned char media_js[] = {
#embed "../../Public/scripts/media/media.js"
};
static const unsigned char notices_js[] = {
#embed "../../Public/scripts/page/notices.js"
};
static const unsigned char packed_js[] = {
#embed "../../Public/scripts/page/packed.js"
};
static const unsigned char pane_js[] = {
#embed "../../Public/scripts/page/pane.js"
};
static const unsigned char people_js[] = {
#embed "../../Public/scripts/fronts/people.js"
};
static const unsigned char person_js[] = {
#embed "../../Public/scripts/messages/person.js"
};
static const unsigned char phrases_ar_json[] = {
#embed "../../Public/phrases/ar.json"
};
static const unsigned char phrases_de_json[] = {
#embed "../../Public/phrases/de.json"
};
static const unsigned char phrases_en_json[] = {
#embed "../../Public/phrases/en.json"
};
static const unsigned char phrases_es_json[] = {
#embed "../../Public/phrases/es.json"
};
static const unsigned char phrases_fa_json[] = {
#embed "../../Public/phrases/fa.json"
};
static const unsigned char phrases_fr_json[] = {
#embed "../../Public/phrases/fr.json"
};
static const unsigned char phrases_he_json[] = {
#embed "../../Public/phrases/he.json"
};
static const unsigned char phrases_hi_json[] = {
#embed "../../Public/phrases/hi.json"
};
static const unsigned char phrases_id_json[] = {
#embed "../../Public/phrases/id.json"
};
static const unsigned char phrases_it_json[] = {
#embed "../../Public/phrases/it.json"
};
static const unsigned char phrases_ja_json[] = {
#embed "../../Public/phrases/ja.json"
};
static const unsigned char phrases_ko_json[] = {
#embed "../../Public/phrases/ko.json"
};
static const unsigned char phrases_nl_json[] = {
#embed "../../Public/phrases/nl.json"
};
static const unsigned char phrases_pl_json[] = {
#embed "../../Public/phrases/pl.json"
};
static const unsigned char phrases_pt_json[] = {
#embed "../../Public/phrases/pt.json"
};
static const unsigned char phrases_ru_json[] = {
#embed "../../Public/phrases/ru.json"
};
static const unsigned char phrases_tr_json[] = {
#embed "../../Public/phrases/tr.json"
};
static const unsigned char phrases_uk_json[] = {
#embed "../../Public/phrases/uk.json"
};
static const unsigned char phrases_ur_json[] = {
#embed "../../Public/phrases/ur.json"
};
static const unsigned char phrases_vi_json[] = {
#embed "../../Public/phrases/vi.json"
};
static const unsigned char phrases_zh_Hans_json[] = {
#embed "../../Public/phrases/zh-Hans.json"
};
static const unsigned char phrases_zh_Hant_json[] = {
#embed "../../Public/phrases/zh-Hant.json"
};
static const unsigned char player_js[] = {
#embed "../../Public/scripts/media/player.js"
};
static const unsigned char picture_js[] = {
#embed "../../Public/scripts/media/picture.js"
};
static const unsigned char pill_js[] = {
#embed "../../Public/scripts/dates/pill.js"
};
static const unsigned char pins_js[] = {
#embed "../../Public/scripts/page/pins.js"
};
static const unsigned char print_js[] = {
#embed "../../Public/scripts/fronts/print.js"
};
static const unsigned char reader_js[] = {
#embed "../../Public/scripts/page/reader.js"
};
static const unsigned char rest_js[] = {
#embed "../../Public/scripts/messages/rest.js"
};
static const unsigned char scheme_js[] = {
#embed "../../Public/scripts/page/scheme.js"
};
static const unsigned char search_js[] = {
#embed "../../Public/scripts/search/search.js"
};
static const unsigned char selection_js[] = {
#embed "../../Public/scripts/messages/selection.js"
};
static const unsigned char size_js[] = {
#embed "../../Public/scripts/page/size.js"
};
static const unsigned char terms_js[] = {
#embed "../../Public/scripts/search/terms.js"
};
static const unsigned char themes_dense_json[] = {
#embed "../../Public/themes/dense.json"
};
static const unsigned char thread_js[] = {
#embed "../../Public/scripts/messages/thread.js"
};
static const unsigned char threads_js[] = {
#embed "../../Public/scripts/messages/threads.js"
};
static const unsigned char timeline_js[] = {
#embed "../../Public/scripts/dates/timeline.js"
};
static const unsigned char tools_js[] = {
#embed "../../Public/scripts/fronts/tools.js"
};
static const unsigned char themes_paper_json[] = {
#embed "../../Public/themes/paper.json"
};
static const unsigned char themes_slate_json[] = {
#embed "../../Public/themes/slate.json"
};
static const unsigned char themes_standard_json[] = {
#embed "../../Public/themes/standard.json"
};
static const unsigned char zoom_js[] = {
#embed "../../Public/scripts/media/zoom.js"
};
static const unsigned char dialogs_mustache[] = {
#embed "../../Templates/dialogs.mustache"
};
static const unsigned char front_mustache[] = {
#embed "../../Templates/front.mustache"
};
static const unsigned char gallery_mustache[] = {
#embed "../../Templates/gallery.mustache"
};
static const unsigned char index_mustache[] = {
#embed "../../Templates/index.mustache"
};
static const unsigned char last_mustache[] = {
#embed "../../Templates/last.mustache"
};
static const unsigned char page_mustache[] = {
#embed "../../Templates/page.mustache"
};
static const unsigned char statistics_mustache[] = {
#embed "../../Templates/statistics.mustache"
};

static const SiteAsset site_assets[] = {
  {"Public/arrival.js", arrival_js, sizeof arrival_js},
  {"Public/calendar.js", calendar_js, sizeof calendar_js},
  {"Public/chat.css", chat_css, sizeof chat_css},
  {"Public/chat.js", chat_js, sizeof chat_js},
  {"Public/copy.js", copy_js, sizeof copy_js},
  {"Public/days.js", days_js, sizeof days_js},
  {"Public/details.js", details_js, sizeof details_js},
  {"Public/dialogs.js", dialogs_js, sizeof dialogs_js},
  {"Public/everywhere.js", everywhere_js, sizeof everywhere_js},
  {"Public/fonts/Inter-Italic.otf", fonts_inter_italic_otf, sizeof fonts_inter_italic_otf},
  {"Public/fonts/Inter-Regular.otf", fonts_inter_regular_otf, sizeof fonts_inter_regular_otf},
  {"Public/fonts/Inter-SemiBold.otf", fonts_inter_semibold_otf, sizeof fonts_inter_semibold_otf},
  {"Public/fonts/Inter-SemiBoldItalic.otf", fonts_inter_semibolditalic_otf, sizeof fonts_inter_semibolditalic_otf},
  {"Public/fonts/JetBrainsMono-Regular.ttf", fonts_jetbrainsmono_regular_ttf, sizeof fonts_jetbrainsmono_regular_ttf},
  {"Public/fonts/LICENSE-Inter.txt", fonts_license_inter_txt, sizeof fonts_license_inter_txt},
  {"Public/fonts/LICENSE-JetBrainsMono.txt", fonts_license_jetbrainsmono_txt, sizeof fonts_license_jetbrainsmono_txt},
  {"Public/flow.js", flow_js, sizeof flow_js},
  {"Public/frames.js", frames_js, sizeof frames_js},
  {"Public/fronts.css", fronts_css, sizeof fronts_css},
  {"Public/gallery.js", gallery_js, sizeof gallery_js},
  {"Public/hits.js", hits_js, sizeof hits_js},
  {"Public/ids.js", ids_js, sizeof ids_js},
  {"Public/keyboard.js", keyboard_js, sizeof keyboard_js},
  {"Public/link.js", link_js, sizeof link_js},
  {"Public/list.js", list_js, sizeof list_js},
  {"Public/low.js", low_js, sizeof low_js},
  {"Public/months.js", months_js, sizeof months_js},
  {"Public/lock.css", lock_css, sizeof lock_css},
  {"Public/lock.js", lock_js, sizeof lock_js},
  {"Public/media.js", media_js, sizeof media_js},
  {"Public/notices.js", notices_js, sizeof notices_js},
  {"Public/packed.js", packed_js, sizeof packed_js},
  {"Public/pane.js", pane_js, sizeof pane_js},
  {"Public/people.js", people_js, sizeof people_js},
  {"Public/person.js", person_js, sizeof person_js},
  {"Public/phrases/ar.json", phrases_ar_json, sizeof phrases_ar_json},
  {"Public/phrases/de.json", phrases_de_json, sizeof phrases_de_json},
  {"Public/phrases/en.json", phrases_en_json, sizeof phrases_en_json},
  {"Public/phrases/es.json", phrases_es_json, sizeof phrases_es_json},
  {"Public/phrases/fa.json", phrases_fa_json, sizeof phrases_fa_json},
  {"Public/phrases/fr.json", phrases_fr_json, sizeof phrases_fr_json},
  {"Public/phrases/he.json", phrases_he_json, sizeof phrases_he_json},
  {"Public/phrases/hi.json", phrases_hi_json, sizeof phrases_hi_json},
  {"Public/phrases/id.json", phrases_id_json, sizeof phrases_id_json},
  {"Public/phrases/it.json", phrases_it_json, sizeof phrases_it_json},
  {"Public/phrases/ja.json", phrases_ja_json, sizeof phrases_ja_json},
  {"Public/phrases/ko.json", phrases_ko_json, sizeof phrases_ko_json},
  {"Public/phrases/nl.json", phrases_nl_json, sizeof phrases_nl_json},
  {"Public/phrases/pl.json", phrases_pl_json, sizeof phrases_pl_json},
  {"Public/phrases/pt.json", phrases_pt_json, sizeof phrases_pt_json},
  {"Public/phrases/ru.json", phrases_ru_json, sizeof phrases_ru_json},
  {"Public/phrases/tr.json", phrases_tr_json, sizeof phrases_tr_json},
  {"Public/phrases/uk.json", phrases_uk_json, sizeof phrases_uk_json},
  {"Public/phrases/ur.json", phrases_ur_json, sizeof phrases_ur_json},
  {"Public/phrases/vi.json", phrases_vi_json, sizeof phrases_vi_json},
  {"Public/phrases/zh-Hans.json", phrases_zh_Hans_json, sizeof phrases_zh_Hans_json},
  {"Public/phrases/zh-Hant.json", phrases_zh_Hant_json, sizeof phrases_zh_Hant_json},
  {"Public/player.js", player_js, sizeof player_js},
  {"Public/picture.js", picture_js, sizeof picture_js},
  {"Public/pill.js", pill_js, sizeof pill_js},
  {"Public/pins.js", pins_js, sizeof pins_js},
  {"Public/print.js", print_js, sizeof print_js},
  {"Public/reader.js", reader_js, sizeof reader_js},
  {"Public/rest.js", rest_js, sizeof rest_js},
  {"Public/scheme.js", scheme_js, sizeof scheme_js},
  {"Public/search.js", search_js, sizeof search_js},
  {"Public/selection.js", selection_js, sizeof selection_js},
  {"Public/size.js", size_js, sizeof size_js},
  {"Public/terms.js", terms_js, sizeof terms_js},
  {"Public/themes/dense.json", themes_dense_json, sizeof themes_dense_json},
  {"Public/thread.js", thread_js, sizeof thread_js},
  {"Public/threads.js", threads_js, sizeof threads_js},
  {"Public/timeline.js", timeline_js, sizeof timeline_js},
  {"Public/tools.js", tools_js, sizeof tools_js},
  {"Public/themes/paper.json", themes_paper_json, sizeof themes_paper_json},
  {"Public/themes/slate.json", themes_slate_json, sizeof themes_slate_json},
  {"Public/themes/standard.json", themes_standard_json, sizeof themes_standard_json},
  {"Public/zoom.js", zoom_js, sizeof zoom_js},
  {"Templates/dialogs.mustache", dialogs_mustache, sizeof dialogs_mustache},
  {"Templates/front.mustache", front_mustache, sizeof front_mustache},
  {"Templates/gallery.mustache", gallery_mustache, sizeof gallery_mustache},
  {"Templates/index.mustache", index_mustache, sizeof index_mustache},
  {"Templates/last.mustache", last_mustache, sizeof last_mustache},
  {"Templates/page.mustache", page_mustache, sizeof page_mustache},
  {"Templates/statistics.mustache", statistics_mustache, sizeof statistics_mustache},
};

size_t site_asset_count(void) { return sizeof site_assets / sizeof *site_assets; }

SiteAsset site_asset(size_t index) { return site_assets[index]; }
