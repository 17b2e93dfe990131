#include "CSiteAssets.h"
