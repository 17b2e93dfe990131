#pragma once
#include <stb/stb_image.h>
